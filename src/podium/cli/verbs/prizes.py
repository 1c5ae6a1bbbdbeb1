"""`podium prizes`: allocate prizes from a file."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import NoReturn

from podium import prizes
from podium.app.prizes.words import reason, unmatched_note
from podium.app.words.language import _, ngettext
from podium.app.words.phrases import enumeration
from podium.cli.click_or_plain import click
from podium.cli.frame import (
    console,
    db_option,
    in_json,
    json_option,
    read_bytes,
    say,
    server_option,
    table,
    values_of_a_file,
)
from podium.cli.progress import progress
from podium.core.errors import FormatError, Refused
from podium.prizes.answer import allocation_as_json
from podium.prizes.document import read, rules_as_json
from podium.prizes.document import rules as read_rules
from podium.prizes.money import amount_text as money
from podium.prizes.money import number


@click.command("prizes")
@click.argument("file", required=False)
@click.option("--tournament", "named", metavar="TOURNAMENT", help="The prizes and standings of an event, not a file.")
@db_option
@server_option
@json_option
@click.option("--order", type=click.Choice([each.value for each in prizes.Order]), help="In place of the file's.")
@click.option("--sharing", type=click.Choice([each.value for each in prizes.Sharing]), help="In place of the file's.")
@click.option(
    "--mode", type=click.Choice([each.value for each in prizes.Mode]), help="Prizes a player, in place of the file's."
)
@click.option("--category-rank/--final-rank", "category_rank", default=None, help="What a place counts in.")
@click.option("--unrated/--no-unrated", default=None, help="May unrated players win rating prizes?")
@click.option("--keep-rules", is_flag=True, help="Set the rules of this run for the event; with --tournament.")
@click.option(
    "--decide",
    "decided",
    multiple=True,
    metavar="PLAYER,PLAYER",
    help="Who of players level in everything comes first.",
)
@click.option("--why", metavar="PLAYER", help="Also say for each prize why the player of this id did not win it.")
@click.option("--compare", "comparing", is_flag=True, help="Also say what each order would change for whom.")
@click.option("--verify", "verifying", is_flag=True, help="Have the allocation checked by other means.")
@click.option("--audit/--no-audit", "auditing", default=True, help="Warn of winners ranked behind others.")
@click.option("--finalise", is_flag=True, help="Keep the result as the owner's word; with --tournament.")
@click.option("--confirm", is_flag=True, help="Finalise even while games or rounds are left to be played.")
@click.option("--list", "listing", is_flag=True, help="Print a list to read in place of JSON.")
def verb(
    file: str | None,
    named: str | None,
    db: str | None,
    as_json: bool,
    order: str | None,
    sharing: str | None,
    mode: str | None,
    category_rank: bool | None,
    unrated: bool | None,
    keep_rules: bool,
    decided: tuple[str, ...],
    why: str | None,
    comparing: bool,
    verifying: bool,
    auditing: bool,
    finalise: bool,
    confirm: bool,
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
    if keep_rules and named is None:
        raise click.UsageError(_("Only a tournament can keep rules: name it with --tournament."))
    asked: dict[str, object] = {
        "order": order,
        "sharing": sharing,
        "multipleEligibilityMode": mode,
        "useCategoryRank": category_rank,
        "allowUnratedInRatingCategory": unrated,
    }
    decisions = tuple(tuple(filter(None, map(str.strip, each.split(",")))) for each in decided)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    if named is not None:
        allocation = _of_event(
            db, named, asked, decisions, now, finalise=finalise, keep_rules=keep_rules, confirm=confirm
        )
    else:
        assert file is not None  # one of the two is named
        with values_of_a_file():
            contest = _with_options(read(_parsed(read_bytes(file))), asked, decisions)
            with progress(_("Allocating")):
                allocation = prizes.allocate(contest, now)
    contest = allocation.contest
    answer = allocation_as_json(allocation)
    if why is not None:
        answer["why_not"] = [asdict(each) for each in prizes.why_not(allocation, why)]
    if comparing:
        with progress(_("Comparing")):
            answer["comparison"] = _comparison(contest)
    for line in allocation.log:
        say(line)
    for bypass in prizes.audit(allocation) if auditing else ():
        say(bypass.line)
    for said in _to_look_at(allocation):
        say(said)
    if verifying:
        _verify(allocation)
    if listing and not as_json:
        click.echo(_list(allocation))
    else:
        click.echo(in_json(answer, sys.stdout, indent=None if as_json else 2))


def _of_event(
    db: str | None,
    named: str,
    asked: Mapping[str, object],
    decisions: tuple[prizes.Decision, ...],
    now: str,
    *,
    finalise: bool,
    confirm: bool,
    keep_rules: bool,
) -> prizes.Allocation:
    """The allocation of a tournament; kept, if it is to be final, and its rules, if they are to be the event's."""
    # What only an event needs, a file should not wait for.
    from podium.app.prizes.contests import RunOptions, contest_of, usual_options
    from podium.cli.naming import tournament
    from podium.flow.commands import SetPrizes

    with console(db, None, as_json=True, create=False) as here:
        seen = tournament(here, named)
        contest = _with_options(contest_of(seen.state, usual_options(seen.state)), asked, decisions)
        allocation = here.podium.prize_allocator.decide(contest, now)
        version = seen.version
        if keep_rules:
            command = SetPrizes(rules=rules_as_json(contest.rules))
            version = here.perform(seen.state.id, command, expected=version).version
        if finalise:
            wish = RunOptions(contest.overrides, contest.rules, contest.decisions)
            here.podium.prize_allocator.finalise(here.actor, seen.state.id, wish, expected=version, confirmed=confirm)
        return allocation


def _to_look_at(allocation: prizes.Allocation) -> Iterator[str]:
    """What the organiser should know: decisions that prizes wait for, and what categories ask for and nobody has."""
    for waiting in prizes.undecided(allocation.conflicts):
        yield ngettext(
            "%(num)s prize waits for one decision: who comes first of %(players)s? Say it with --decide.",
            "%(num)s prizes wait for one decision: who comes first of %(players)s? Say it with --decide.",
            len(waiting.prizes),
            players=enumeration(waiting.players),
        )
    for each in allocation.unmatched:
        category = allocation.field.categories[each.category_id].name
        yield unmatched_note(category, each.field, each.value)


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


def _with_options(
    contest: prizes.Contest, asked: Mapping[str, object], decisions: tuple[prizes.Decision, ...]
) -> prizes.Contest:
    """The contest by the rules asked for; a decision replaces those on the same players."""
    named = {id for decision in decisions for id in decision}
    kept = tuple(each for each in contest.decisions if named.isdisjoint(each))
    return replace(contest, rules=read_rules(asked, contest.rules), decisions=(*kept, *decisions))


def _comparison(contest: prizes.Contest) -> list[dict[str, object]]:
    return [
        {
            "before": each.before.contest.rules.order.value,
            "after": each.after.contest.rules.order.value,
            "players": [{**asdict(change), "cash": number(change.cash)} for change in each.players],
            "prizes": [asdict(change) for change in each.prizes],
        }
        for each in prizes.compare(contest)
    ]


def _verify(allocation: prizes.Allocation) -> None:
    findings = prizes.verify(allocation)
    if findings:
        raise Refused("allocation-wrong", value=[each.code for each in findings])
    say(_("Checked: %(count)s prizes, nothing to object to.", count=len(allocation.field.queue)))


def _list(allocation: prizes.Allocation) -> str:
    """Every active prize in order of the queue, with who has it or why nobody does."""
    field = allocation.field
    winners = {award.prize_id: field.players[field.seats[award.player_id]] for award in allocation.winners}
    reasons = {left.prize_id: left.reason for left in allocation.unfilled} | dict.fromkeys(
        allocation.withheld, "identical_rank_rating_name"
    )
    rows = []
    for prize in field.queue:
        winner = winners.get(prize.id)
        extra = enumeration([word for word, has in ((_("trophy"), prize.trophy), (_("medal"), prize.medal)) if has])
        name = winner.name if winner else reason(reasons[prize.id])
        category = field.categories[prize.category_id].name
        rows.append(
            (category, prize.place, money(prize.cash) if prize.cash else "", extra, winner and winner.rank, name)
        )
    parts = [table(("category", "place", "cash", "also", "rank", "winner"), rows, "place cash rank")]
    if allocation.contest.rules.sharing is not prizes.Sharing.NONE:
        paid = [
            (field.players[field.seats[id]].name, money(amount)) for id, amount in prizes.share(allocation).paid.items()
        ]
        parts.append(table(("player", "paid"), paid, "paid"))
    return "\n\n".join(parts)
