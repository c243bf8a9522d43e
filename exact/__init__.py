"""Exact probability for casino baccarat: counts, fractions, prices and reference tables for punto banco."""

__version__ = "0.1.0"
