"""Ends with a clear message unless this interpreter can run Podium. Must itself run on any Python 3."""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "Podium needs Python 3.11 or newer; %s is %d.%d. Name another one: make PYTHON=python3.11 ..."
        % (sys.executable, sys.version_info[0], sys.version_info[1])
    )

try:
    import ensurepip  # noqa: F401 - only looked for: Debian ships it apart, and venv fails obscurely
except ImportError:
    sys.exit("This Python cannot make virtual environments. On Debian: apt-get install python3-venv")
