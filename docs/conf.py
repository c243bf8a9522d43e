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

lexers["csv"] = lexers["calculator"] = TextLexer()
extensions = ["myst_parser", "sphinx.ext.autodoc", "exact_pages"]
myst_enable_extensions = ["attrs_block", "colon_fence"]
myst_heading_anchors = 3
myst_links_external_new_tab = False

autodoc_member_order = "bysource"
autodoc_mock_imports = ["distributed", "matplotlib", "numba", "pyarrow", "scipy"]
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": True}
default_role = "py:obj"
suppress_warnings = ["ref.python"]  # a name that two modules have, as Odds and Joint in the library and in the analysis
python_use_unqualified_type_names = True

LIGHT = {"color-brand-primary": "#0b5d48", "color-brand-content": "#0b5d48", "color-brand-visited": "#0b5d48"}
DARK = {"color-brand-primary": "#7bd3b4", "color-brand-content": "#7bd3b4", "color-brand-visited": "#7bd3b4"}

html_theme = "furo"
html_title = f"exact-baccarat {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = [("tables.js", {"defer": "defer"}), ("run.js", {"defer": "defer"})]
html_search_scorer = str(Path(__file__).parent / "static" / "scorer.js")
html_additional_pages = {"404": "404.html"}
html_baseurl = ""  # no address is known: sphinx-build -D html_baseurl=ADDRESS writes a sitemap for one
html_favicon = "static/icon.svg"
html_theme_options = {"light_css_variables": LIGHT, "dark_css_variables": DARK}
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
