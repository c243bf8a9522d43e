"""How Sphinx builds the site; scripts/build_docs.py adds the pages of the tables and of the bets and calls it."""

from pygments.lexers.special import TextLexer
from sphinx.highlighting import lexers
from sphinx.util.nodes import make_refnode

import exact

project = "exact-baccarat"
author = "The exact-baccarat authors"
project_copyright = "The exact-baccarat authors, MIT licence"
release = version = exact.__version__
language = "en"
smartquotes = False  # what a document prints is quoted to the letter

lexers["csv"] = TextLexer()
extensions = ["myst_parser", "sphinx.ext.autodoc"]
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
html_extra_path = ["extra"]
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


def setup(app):
    """Let docstrings name things without their modules, and leave out what namedtuples say of undocumented fields."""
    app.connect("missing-reference", linked_by_name)
    app.connect("autodoc-process-docstring", without_aliases)


def linked_by_name(app, env, node, contnode):
    """A link to the one documented object whose name ends in the target, or None."""
    if node["refdomain"] != "py":
        return None
    target = node["reftarget"]
    objects = env.domains.python_domain.objects
    found = [name for name in objects if name.endswith(f".{target}") and not objects[name].aliased]
    if len(found) != 1:
        return None
    entry = objects[found[0]]
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, contnode, found[0])


def without_aliases(*event):
    """Drop "Alias for field number 0"."""
    lines = event[-1]
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
