"""What `import podium` offers."""

import podium


def test_the_public_names_are_sorted_and_listed_once() -> None:
    assert podium.__all__ == sorted(set(podium.__all__))


def test_every_public_name_exists() -> None:
    assert [name for name in podium.__all__ if not hasattr(podium, name)] == []
