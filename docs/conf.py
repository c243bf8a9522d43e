"""How Sphinx builds the site: ``sphinx-build docs site``."""

import sys
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.highlighting import lexers

import exact

sys.path.insert(0, str(Path(__file__).parent))

project = "exact-baccarat"
author = "The exact-baccarat authors"
project_copyright = "The exact-baccarat authors, MIT licence"
release = version = exact.__version__
language = "en"
smartquotes = False  # quotations keep the punctuation of their documents

lexers["csv"] = TextLexer()
extensions = ["myst_parser", "sphinx.ext.autodoc", "exact_pages"]
myst_heading_anchors = 3
myst_links_external_new_tab = False

autodoc_member_order = "bysource"
autodoc_mock_imports = ["distributed", "matplotlib", "numba", "pyarrow", "scipy"]
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": True}
default_role = "py:obj"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"exact-baccarat {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "calculator_link.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
templates_path = ["templates"]
