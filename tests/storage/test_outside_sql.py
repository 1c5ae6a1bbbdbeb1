"""The page on tables for outside SQL names every table and column that is meant."""

import re
from pathlib import Path

import pytest
from sqlalchemy import Table

from podium.storage import tables

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "sql.md"
OUTSIDE = [table for table in tables.READ_MODEL if table is not tables.due]  # what is due is Podium's own list


@pytest.mark.parametrize("table", OUTSIDE, ids=lambda table: table.name)
def test_each_table_has_its_part_with_every_column(table: Table) -> None:
    parts = re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)
    [part] = [part for part in parts if part.startswith(f"{table.name}\n")]
    named = set(re.findall(r"`([^`]+)`", part))
    assert {column.name for column in table.columns} <= named
