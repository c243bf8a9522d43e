"""Every command tells the same facts in every format: its numbers, its texts and what it assumes."""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support import Ran

from exact.answers.answer import Answer
from exact.answers.table import Cell, Rounded
from exact.arithmetic import decimal_text, fraction_text
from exact.cli import main

CHEAP = [
    "odds --decks 8",
    "odds --rules come-si-gioca --decks 6",
    "odds --rules castle-vaduz --decks 8 --given punto=4,0",
    "bet dragon-7 --decks 8 --with tie --rules come-si-gioca",
    "bet matching-dragon-3 --decks 1",
    "removal --bet banco --decks 8 --rules come-si-gioca",
    "removal --bet perfect-9 --decks 1",
    "closed-form banco --rules come-si-gioca",
    "joint punto_total banco_cards --decks 8 --rules come-si-gioca",
    "commission --unit 1 --stakes 15..40 --rules come-si-gioca",
    "dependence --decks 8 --coups 2 --rules castle-vaduz",
    "perfect --bet tie --unseen 6,7 --decks 8 --rules come-si-gioca --grid 0%,5%",
    "study --bet tie,dragon-7 --shoes 5 --rules come-si-gioca",
]
