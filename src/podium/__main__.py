"""`python -m podium` is `podium`."""

import gc
import os
import sys


def main() -> None:
    """Run the command line; who interrupts it while it still loads sees no traceback either."""
    own_window = hasattr(sys, "frozen") and _prepare_bundle()
    gc.set_threshold(50_000)  # what is loaded stays: to look through it again and again takes a tenth of a verb
    try:
        from podium.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)
    except SystemExit as end:
        if own_window and end.code:
            input()  # the window would close with what it says
        raise


def _prepare_bundle() -> bool:
    """In a bundle: be a worker that was started as one; without a verb be `podium start`, on whose data all verbs work.

    What we start, a browser, has the libraries of the system and not those of the bundle. Returns whether a click
    opened a window for us alone.
    """
    import multiprocessing

    multiprocessing.freeze_support()  # a worker is the bundle itself, started again
    from podium.config import data_folder

    os.environ.setdefault("PODIUM_DB", str(data_folder() / "podium.db"))
    libraries = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if libraries is not None:
        os.environ["LD_LIBRARY_PATH"] = libraries
    if len(sys.argv) > 1:
        return False
    sys.argv.append("start")
    return sys.platform == "win32" and sys.stdin is not None and sys.stdin.isatty()


if __name__ == "__main__":
    main()
