"""`python -m podium` is `podium`."""

import sys


def main() -> None:
    """Run the command line; who interrupts it while it still loads sees no traceback either."""
    try:
        from podium.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
