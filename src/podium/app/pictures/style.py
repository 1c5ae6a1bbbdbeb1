"""How the pictures of a story look: one sheet of styles for pages that hold them, and for the files that they are.

`FINGERPRINT` is how the policy of the server knows the sheet when a picture brings it along.
"""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

SHEET = (Path(__file__).parent / "charts.css").read_text("utf-8")
STYLE = re.sub(r"\s*\n\s*", " ", re.sub(r"/\*.*?\*/", "", SHEET, flags=re.DOTALL)).strip()
"""The sheet as a picture brings it along: without remarks, on one line."""
FINGERPRINT = "'sha256-" + base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode() + "'"
"""The hash of that, as a policy names it."""
