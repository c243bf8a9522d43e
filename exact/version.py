"""The version of the program and of its tables; it moves with every change of a figure, a table or a contract."""

__version__ = "0.1.0"
