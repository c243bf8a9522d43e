"""The languages of the catalogues in ``locale`` by their codes; a command can import them at no cost."""

from __future__ import annotations

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "it": "Italian", "sl": "Slovenian"}
