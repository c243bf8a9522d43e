"""A terminal for programs under test."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios


def on_a_terminal(code: str, columns: int, **environment: str) -> str:
    """What a Python program prints to a terminal that is so wide, standard output and standard error together."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR", "TERM")}
    environment = {**kept, "TERM": "xterm", **environment}
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, env=environment) as process:
        os.close(follower)
        printed = b""
        while True:
            try:
                data = os.read(leader, 65536)
            except OSError:  # the other end is closed
                break
            if not data:
                break
            printed += data
    os.close(leader)
    assert process.returncode == 0, printed
    return printed.decode().replace("\r\n", "\n")
