"""The version, which changes whenever a figure, a table or a contract does."""

__version__ = "0.11.0"
