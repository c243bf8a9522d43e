"""``python -m exact`` is the command ``exact``."""

import sys

from exact.cli import main

sys.exit(main())
