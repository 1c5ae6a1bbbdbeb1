"""`podium pair`: the next round of a tournament report, or any round of it again."""

from __future__ import annotations

from dataclasses import replace

from podium.app.exports.file_words import remarks_on_report
from podium.app.formats.swiss_words import sentences
from podium.app.trf.swiss_field import by_start_number, field_of, filled_in, pairing_order
from podium.app.words.language import _
from podium.cli.click_or_plain import click
from podium.cli.frame import answer, json_option, say, values_of_a_file
from podium.cli.progress import progress
from podium.cli.reports import check_remember, read_report, remember_option, remember_rounds
from podium.core.errors import Invalid, Refused, Unknown
from podium.files.trf import Report
from podium.swiss import EDITION, ENGINE, Field, PairedRound, RoundStory, explain, pair


@click.command("pair")
@click.argument("file")
@click.option("--round", "number", type=int, metavar="N", help="Pair round N from the rounds before it.")
@click.option("--rounds", type=int, metavar="N", help="How many rounds there will be, where the file does not say.")
@remember_option
@click.option("--explain", "explained", is_flag=True, help="Say why, board by board.")
@click.option("--about", type=int, metavar="PLAYER", help="Say why, for the board of this start number alone.")
@json_option
def command(
    file: str,
    number: int | None,
    rounds: int | None,
    remember: bool,
    explained: bool,
    about: int | None,
    as_json: bool,
) -> None:
    """Pair the next round of the report FILE (- for stdin) by the Dutch system.

    Prints the number of pairs, then `white black` one pair a line, `n 0` for the bye.
    """
    check_remember(remember, rounds)
    report = read_report(file)
    unsaid = report.planned_rounds is None
    if rounds is not None:
        report = replace(report, planned_rounds=rounds)
    for note in remarks_on_report(report.remarks):
        say(note)
    round_number = report.paired_rounds + 1 if number is None else number
    if report.planned_rounds is None and round_number == report.paired_rounds + 1:
        raise Invalid("rounds-not-planned", value=None)
    if about is not None and about not in report.by_number:
        raise Unknown("player", about)
    with values_of_a_file():
        field = field_of(report, round_number)
    if field.round > field.rounds:
        over = Refused if rounds is None else Invalid  # the tournament is over, or --rounds says too few
        raise over("rounds-exhausted", value=field.round, most=field.rounds)
    if remember and unsaid:
        remember_rounds(file, report)
    for note in filled_in(report):
        say(note)
    if not explained and about is None:
        with progress(_("Pairing")), values_of_a_file():
            paired = pair(field)
        _print(report, field, by_start_number(report, paired), [], as_json=as_json)
        return
    with progress(_("Pairing")), values_of_a_file():
        story = explain(field, None if about is None else pairing_order(report)[about])
    _print(report, field, by_start_number(report, story.round), _told(report, story, about), as_json=as_json)


def _told(report: Report, story: RoundStory, about: int | None) -> list[str]:
    """The sentences, all or those about one player; they name pairing numbers."""
    if about is None:
        return list(sentences(story))
    number = pairing_order(report)[about]
    boards = tuple(
        replace(
            bracket,
            boards=tuple(board for board in bracket.boards if number in (board.white, board.black)),
            floats=tuple(one for one in bracket.floats if one.number == number),
        )
        for bracket in story.brackets
        if number in bracket.residents or number in bracket.moved_down
    )
    bye = story.bye if story.bye and story.bye.number == number else None
    return list(sentences(RoundStory(story.round, boards, bye)))


def _print(report: Report, field: Field, paired: PairedRound, told: list[str], *, as_json: bool) -> None:
    lines = [f"{one.white} {one.black}" for one in paired.pairs]
    if paired.bye is not None:
        lines.append(f"{paired.bye} 0")
    value: dict[str, object] = {
        "round": field.round,
        "engine": ENGINE,
        "edition": EDITION,
        "pairs": [
            {"board": board, "white": one.white, "black": one.black, "colour_rule": one.rule.value}
            for board, one in enumerate(paired.pairs, 1)
        ],
        "bye": paired.bye,
        "filled_in": filled_in(report),
        "remarks": remarks_on_report(report.remarks),
    }
    if told:
        value["explanation"] = told
    answer(value, "\n".join([str(len(lines)), *lines, *([""] if told else []), *told]), as_json=as_json)
