"""The program in the folder: `podium`, which without a verb is `podium start`."""

from podium.__main__ import main

if __name__ == "__main__":
    main()
