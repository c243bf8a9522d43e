"""CITATION.cff, codemeta.json and the paper's bibliography: from pyproject.toml, the version and the works cited.

The project has no address yet. Whoever gives it one adds it to pyproject.toml and here.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from exact.publication.citation import AUTHOR, PROGRAM, RELEASED, TITLE, cite_work, works
from exact.version import __version__

ROOT = Path(__file__).parents[1]
ABSTRACT = (
    "A Python package and command for the probabilities of casino baccarat (punto banco), computed as whole numbers and"
    " fractions. It prices a coup from any shoe, full, dealt down or partly seen, under the readings of five house documents, for a"
    " catalogue of bets and for bets of your own. It measures effects of removal, card counting, perfect play and sessions, and it"
    " checks other engines and published figures. Two methods that share no code compute every exact figure in its tables."
)


def metadata_files() -> dict[Path, bytes]:
    """The contents of the files."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    codemeta = json.dumps(_codemeta(project), indent=2, ensure_ascii=False) + "\n"
    paper = (ROOT / "paper" / "paper.md").read_text(encoding="utf-8")
    cited = [key for key in works() if re.search(rf"@{key}\b(?!-)", paper)]
    entries = "\n".join(cite_work(key).bibtex.replace(f"{PROGRAM}:{key}", key, 1) for key in cited)
    return {
        ROOT / "CITATION.cff": _citation(project).encode(),
        ROOT / "codemeta.json": codemeta.encode(),
        ROOT / "paper" / "paper.bib": entries.encode(),
    }


def _citation(project: dict[str, Any]) -> str:
    """The Citation File Format 1.2.0; a JSON text is also one of YAML."""
    fields = {
        "cff-version": "1.2.0",
        "message": "If you use a figure or a table of this program, please cite it with its version.",
        "type": "software",
        "title": TITLE,
        "abstract": ABSTRACT,
        "authors": project["authors"],
        "version": __version__,
        "date-released": RELEASED,
        "license": project["license"],
        "keywords": project["keywords"],
    }
    heading = "# Written by scripts/generate.py from pyproject.toml and exact/version.py.\n"
    return heading + "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields.items())


def _codemeta(project: dict[str, Any]) -> dict[str, object]:
    """The terms of CodeMeta 3.0."""
    return {
        "@context": "https://w3id.org/codemeta/3.0",
        "@type": "SoftwareSourceCode",
        "identifier": PROGRAM,
        "name": TITLE,
        "description": ABSTRACT,
        "author": [{"@type": "Organization", "name": AUTHOR}],
        "version": __version__,
        "datePublished": RELEASED,
        "dateModified": RELEASED,
        "license": f"https://spdx.org/licenses/{project['license']}",
        "programmingLanguage": {"@type": "ComputerLanguage", "name": "Python", "version": project["requires-python"]},
        "softwareRequirements": project["dependencies"],
        "operatingSystem": "OS Independent",
        "applicationCategory": "Mathematics",
        "keywords": project["keywords"],
        "developmentStatus": "active",
    }
