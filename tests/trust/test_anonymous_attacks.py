"""A sample of what strangers do to a server: it holds, and the director gets in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.trust import anonymous_attacks
from tests.trust.anonymous_attacks import Hall


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """One server for all attacks, with limits that are reached soon."""
    folder = tmp_path_factory.mktemp("attacked")
    with anonymous_attacks.hall(
        folder, head_seconds=1, body_seconds=1, connections=60, watchers_per_address=10, sign_ins_per_name=4
    ) as place:
        yield place


def test_of_many_passwords_at_once_no_more_are_looked_at_than_the_limit_says(hall: Hall) -> None:
    came = anonymous_attacks.sign_ins(hall, 30)
    assert came["looked_at"] == 4
    assert set(came["other_answers"]) <= {503}  # a machine that is too busy to look at them in time
    assert came["more_megabytes"] < 400


def test_a_large_form_is_refused_before_it_is_read(hall: Hall) -> None:
    came = anonymous_attacks.large_form(hall, 1_000_000)
    assert came["statuses"] == [413, 413]


def test_a_large_header_is_not_taken(hall: Hall) -> None:
    came = anonymous_attacks.large_header(hall, 20_000_000)
    assert came["taken"] < came["bytes"]
    assert came["status"] in (431, 0)  # the connection may end before the answer is read


def test_bodies_of_nothing_but_framing_are_not_taken(hall: Hall) -> None:
    came = anonymous_attacks.hollow_bodies(hall, 20_000_000)
    assert max(came["chunks"], came["trailers"]) < came["bytes"]


def test_files_that_were_refused_are_not_kept_in_memory(hall: Hall) -> None:
    came = anonymous_attacks.large_uploads(hall, 16)
    assert came["statuses"] == {413: 16}
    assert came["more_megabytes"] < 150  # each is 9 MB, and is there twice while it is read


def test_slow_requests_are_not_held(hall: Hall) -> None:
    came = anonymous_attacks.slow_requests(hall, 8, seconds=40.0)
    assert came["held"] == 0


def test_silent_connections_do_not_keep_the_director_out(hall: Hall) -> None:
    came = anonymous_attacks.silent_connections(hall, 90)
    assert came["director"] == {200: 5}


def test_watchers_have_so_many_places_and_the_director_has_one_more(hall: Hall) -> None:
    came = anonymous_attacks.watchers(hall, 15)
    assert (came["let_in"], came["refused"]) == (10, 5)
    assert (came["director"], came["page"]) == (200, 200)


def test_strangers_who_ask_much_are_answered_or_told_to_wait_and_results_are_entered(hall: Hall) -> None:
    came = anonymous_attacks.costly_questions(hall, 3)
    assert set(came["answers"]) <= {200, 429, 503}


def test_no_other_site_signs_its_visitors_in(hall: Hall) -> None:
    assert anonymous_attacks.foreign_sign_in(hall)["signed_in"] == 0
