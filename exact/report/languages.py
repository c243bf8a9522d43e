"""The languages of the catalogues in ``locale``, by their codes; importing them costs a command nothing."""

from __future__ import annotations

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "it": "Italian", "sl": "Slovenian"}
