"""Compiled templates: once in a process, however many ask at the same moment, and kept on disk for the next start.

To compile all of them takes a second or two of processor time, in which visitors of a server that has just started
would wait. They are kept as Jinja keeps them: in a folder below the system's temporary one that only its owner may
read. Where that cannot be, they are compiled again at each start.
"""

from __future__ import annotations

import threading
from collections.abc import MutableMapping
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemBytecodeCache, FileSystemLoader, Template
from jinja2.bccache import Bucket


class TemplateLoader(FileSystemLoader):
    """Loads each template once, however many ask for it at the same moment."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._lock = threading.RLock()
        self._loaded: dict[str, Template] = {}

    def load(self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None) -> Template:
        """The template of that name."""
        with self._lock:
            if name not in self._loaded:
                self._loaded[name] = super().load(environment, name, globals)
            return self._loaded[name]


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates on disk; a disk without room keeps none, and no page suffers from it."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """What is kept of a template, unless it cannot be read."""
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template, if there is room for it."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def compiled_templates(*settings: str, folder: str | None = None) -> BytecodeCache | None:
    """What is kept of templates that were compiled with the same settings: the modules that set them.

    In this folder, or in Jinja's own one; nothing where no folder is safe.
    """
    made_by = sha256(version("jinja2").encode())
    for module in settings:
        made_by.update(Path(module).read_bytes())
    try:
        return CompiledTemplates(folder, f"podium-{made_by.hexdigest()[:12]}-%s.cache")
    except (OSError, RuntimeError):
        return None
