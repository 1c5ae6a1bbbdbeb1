"""`python -m podium` is `podium`."""

import atexit
import gc
import sys


def main() -> None:
    """Run the command line; who interrupts it while it still loads sees no traceback either."""
    if hasattr(sys, "frozen"):  # a worker of a bundle is the bundle itself, started again
        import multiprocessing

        multiprocessing.freeze_support()
    gc.set_threshold(500_000)  # what is loaded stays: to look through it again takes a fifth of a verb
    atexit.register(gc.freeze)  # and Python looks through all of it once more before it ends
    try:
        from podium.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
