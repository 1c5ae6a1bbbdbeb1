"""`podium prizes`: allocate prizes from a file."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import NoReturn

import click

from podium.app.words.language import _
from podium.app.words.lists import listed
from podium.app.words.prizes import reason
from podium.cli.frame import console, db_option, in_json, json_option, read_bytes, say, table, values_of_a_file
from podium.cli.progress import progress
from podium.core.errors import FormatError, Refused
from podium.prizes import Allocation, Contest, Order, Sharing, allocate, audit, compare, share, verify, why_not
from podium.prizes.answer import allocation_as_json
from podium.prizes.document import read
from podium.prizes.money import amount_text as money
from podium.prizes.money import number


@click.command("prizes")
@click.argument("file", required=False)
@click.option("--tournament", "named", metavar="TOURNAMENT", help="The prizes and standings of an event, not a file.")
@db_option
@json_option
@click.option("--order", type=click.Choice([each.value for each in Order]), help="In place of the file's.")
@click.option("--sharing", type=click.Choice([each.value for each in Sharing]), help="In place of the file's.")
@click.option("--why", metavar="PLAYER", help="Also say for each prize why the player of this id did not win it.")
@click.option("--compare", "comparing", is_flag=True, help="Also say what each order would change for whom.")
@click.option("--verify", "verifying", is_flag=True, help="Have the allocation checked by other means.")
@click.option("--audit/--no-audit", "auditing", default=True, help="Warn of winners ranked behind others.")
@click.option("--finalise", is_flag=True, help="Keep the result as the owner's word; with --tournament.")
@click.option("--list", "listing", is_flag=True, help="Print a list to read in place of JSON.")
def verb(
    file: str | None,
    named: str | None,
    db: str | None,
    as_json: bool,
    order: str | None,
    sharing: str | None,
    why: str | None,
    comparing: bool,
    verifying: bool,
    auditing: bool,
    finalise: bool,
    listing: bool,
) -> None:
    """Allocate the prizes of the JSON document FILE (- for stdin), or those of a tournament in the database.

    The result goes to stdout, the log to stderr. The result is JSON in any case: indented, or with --json
    in one line. Conflicts are results, not errors. Of a tournament nothing is kept without --finalise.
    """
    if (file is None) == (named is None):
        raise click.UsageError(_("Name a file, or a tournament with --tournament."))
    if finalise and named is None:
        raise click.UsageError(_("Only the prizes of a tournament can be finalised: name it with --tournament."))
    now = datetime.now(UTC).isoformat(timespec="seconds")
    if named is not None:
        allocation = _of_event(db, named, order, sharing, now, finalise=finalise)
    else:
        assert file is not None  # one of the two is named
        with values_of_a_file():
            contest = _with_options(read(_parsed(read_bytes(file))), order, sharing)
            with progress(_("Allocating")):
                allocation = allocate(contest, now)
    contest = allocation.contest
    answer = allocation_as_json(allocation)
    if why is not None:
        answer["why_not"] = [asdict(each) for each in why_not(allocation, why)]
    if comparing:
        with progress(_("Comparing")):
            answer["comparison"] = _comparison(contest)
    for line in allocation.log:
        say(line)
    for bypass in audit(allocation) if auditing else ():
        say(bypass.line)
    if verifying:
        _verify(allocation)
    if listing and not as_json:
        click.echo(_list(allocation))
    else:
        click.echo(in_json(answer, sys.stdout, indent=None if as_json else 2))


def _of_event(
    db: str | None, named: str, order: str | None, sharing: str | None, now: str, *, finalise: bool
) -> Allocation:
    """The allocation of a tournament; kept, if it is to be final."""
    from podium.app.prizegiving import RunOptions, contest_of  # what only an event needs, a file should not wait for
    from podium.cli.naming import tournament

    with console(db, None, as_json=True, create=False) as here:
        seen = tournament(here, named)
        known = seen.state.prizes.allocated
        base = contest_of(seen.state, RunOptions(known.overrides, known.rules) if known else RunOptions())
        contest = _with_options(base, order, sharing)
        allocation = here.podium.prize_allocator.decide(contest, now)
        if finalise:
            wish = RunOptions(contest.overrides, contest.rules)
            here.podium.prize_allocator.finalise(here.actor, seen.state.id, wish, expected=seen.version)
        return allocation


def _parsed(content: bytes) -> object:
    """What JSON the content is; amounts keep every figure they were written with."""
    try:
        return json.loads(content.decode("utf-8-sig"), parse_float=Decimal, parse_constant=_no_number)
    except json.JSONDecodeError as problem:
        raise FormatError(problem.lineno, problem.colno, "json-malformed", reason=str(problem)) from None
    except (ValueError, RecursionError) as problem:  # not UTF-8; numbers without end; lists in lists in lists
        raise FormatError(0, 0, "json-malformed", reason=str(problem)) from None


def _no_number(written: str) -> NoReturn:
    raise ValueError(f"{written} is not a number")


def _with_options(contest: Contest, order: str | None, sharing: str | None) -> Contest:
    rules = contest.rules
    rules = rules if order is None else replace(rules, order=Order(order))
    return replace(contest, rules=rules if sharing is None else replace(rules, sharing=Sharing(sharing)))


def _comparison(contest: Contest) -> list[dict[str, object]]:
    return [
        {
            "before": each.before.contest.rules.order.value,
            "after": each.after.contest.rules.order.value,
            "players": [{**asdict(change), "cash": number(change.cash)} for change in each.players],
            "prizes": [asdict(change) for change in each.prizes],
        }
        for each in compare(contest)
    ]


def _verify(allocation: Allocation) -> None:
    findings = verify(allocation)
    if findings:
        raise Refused("allocation-wrong", value=[each.code for each in findings])
    say(_("Checked: %(count)s prizes, nothing to object to.", count=len(allocation.field.queue)))


def _list(allocation: Allocation) -> str:
    """Every active prize in order of the queue, with who has it or why nobody does."""
    field = allocation.field
    winners = {award.prize_id: field.players[field.seats[award.player_id]] for award in allocation.winners}
    reasons = {left.prize_id: left.reason for left in allocation.unfilled} | dict.fromkeys(
        allocation.withheld, "identical_rank_rating_name"
    )
    rows = []
    for prize in field.queue:
        winner = winners.get(prize.id)
        extra = listed([word for word, has in ((_("trophy"), prize.trophy), (_("medal"), prize.medal)) if has])
        name = winner.name if winner else reason(reasons[prize.id])
        category = field.categories[prize.category_id].name
        rows.append(
            (category, prize.place, money(prize.cash) if prize.cash else "", extra, winner and winner.rank, name)
        )
    parts = [table(("category", "place", "cash", "also", "rank", "winner"), rows, "place cash rank")]
    if allocation.contest.rules.sharing is not Sharing.NONE:
        paid = [(field.players[field.seats[id]].name, money(amount)) for id, amount in share(allocation).paid.items()]
        parts.append(table(("player", "paid"), paid, "paid"))
    return "\n\n".join(parts)
