"""What the metadata of a package says beyond pyproject.toml: the README and the addresses, by one setting.

`PODIUM_REPOSITORY`, the address of the repository on the web, makes the links and pictures of the README absolute, so
that they work where the package is listed. Without it they stay as they are.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

SETTING = "PODIUM_REPOSITORY"
PICTURES, PAGES = "raw/HEAD", "blob/HEAD"
"""Where a repository on the web has its files: as they are, and as pages."""
_TARGET = re.compile(r'(?P<before>(?P<picture>!?)\[[^\]]*\]\(|(?P<image><img src="))(?P<path>(?!https?:|#)[^)"]+)')


def absolute(readme: str, repository: str) -> str:
    """The text with every link into the repository as an address.

    >>> absolute("[a](docs/a.md) ![b](b.png) [c](https://c)", "https://x")
    '[a](https://x/blob/HEAD/docs/a.md) ![b](https://x/raw/HEAD/b.png) [c](https://c)'
    """

    def address(found: re.Match[str]) -> str:
        folder = PICTURES if found["picture"] or found["image"] else PAGES
        return f"{found['before']}{repository}/{folder}/{found['path']}"

    return _TARGET.sub(address, readme)


class Metadata(MetadataHookInterface):
    """Read by hatchling while it builds."""

    def update(self, metadata: dict[str, Any]) -> None:
        readme = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["urls"] = {}
        if repository := os.environ.get(SETTING, "").rstrip("/"):
            readme = absolute(readme, repository)
            pages = f"{repository}/{PAGES}"
            metadata["urls"] = {
                "Source": repository,
                "Documentation": f"{pages}/docs/README.md",
                "Changelog": f"{pages}/CHANGELOG.md",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}
