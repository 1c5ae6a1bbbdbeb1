"""`python -m podium` is `podium`."""

from podium.cli import main

if __name__ == "__main__":
    main()
