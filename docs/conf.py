"""How Sphinx builds the site; scripts/build_docs.py adds the pages of the tables and of the bets and calls it."""

import exact
from sphinx.util.nodes import make_refnode

project = "exact-baccarat"
author = "The exact-baccarat authors"
project_copyright = "The exact-baccarat authors, MIT licence"
release = version = exact.__version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 3
myst_links_external_new_tab = False
exclude_patterns = ["site"]

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
        "sidebar/navigation.html",
        "calculator_link.html",
        "sidebar/scroll-end.html",
    ]
}
templates_path = ["templates"]

nitpick_ignore_regex = [
    ("py:.*", r"(asyncio|collections|concurrent|enum|fractions|io|os|pathlib|types|typing)\..+"),
    ("py:.*", r"(numpy|npt|scipy|distributed|matplotlib)(\..+)?"),
]


def setup(app):
    """Let a docstring name what it means without its module, as `ExactError`, where only one thing has that name."""
    app.connect("missing-reference", linked_by_name)


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
