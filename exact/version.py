"""The version, which moves with every change of a figure, a table or a contract."""

__version__ = "0.2.0"
