"""The table of reads: each question about one tournament, and how it is answered with a version and an ETag."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from podium.api import asked
from podium.api.callers import Gate, not_allowed
from podium.api.openapi import READING
from podium.api.problems import problem
from podium.api.shapes.bracket import BracketAnswer, MatchAnswer, MatchesAnswer
from podium.api.shapes.card import CardAnswer
from podium.api.shapes.history import HistoryAnswer, StateAnswer
from podium.api.shapes.players import PlayerAnswer, PlayersAnswer
from podium.api.shapes.prizes import PrizesAnswer
from podium.api.shapes.rounds import EditAnswer, PairingAnswer, RoundAnswer, RoundsAnswer
from podium.api.shapes.standings import CrosstableAnswer, StandingsAnswer, TieBreaksAnswer
from podium.api.shapes.tournaments import TournamentView
from podium.api.shapes.why import WhyAnswer
from podium.api.writes import EVENT, MATCH, PAIRING, PLAYER, ROUND
from podium.api.writing import json_response
from podium.app.access import Actor, Role
from podium.app.desk import Desk, Seen
from podium.app.formats.knockout_ranking import is_knockout
from podium.app.queries import card, crosstable, explained, refusals, standings, usable_for, why
from podium.app.views.bracket_rows import bracket_row, match_row
from podium.app.views.card import card_row
from podium.app.views.crosstable import crosstable_row
from podium.app.views.editing_rows import editing_row
from podium.app.views.explanations import explanation_row
from podium.app.views.history import history_row
from podium.app.views.prizes import prizes_row
from podium.app.views.rows import Row, pairing_row, player_row, round_row, standing_row, tournament_row
from podium.app.views.why import why_row
from podium.core.errors import Refused, Unknown
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.flow.formats.knockout import match_of
from podium.flow.lookups import found, known, round_of
from podium.flow.readers import tiebreak_codes
from podium.flow.state import Tournament
from podium.tiebreaks import PRESETS

LANGUAGE = "en"
PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and the tournament as the one who asks may see it."""

    desk: Desk
    seen: Seen
    request: Request

    def codes(self, name: str) -> tuple[str, ...] | None:
        """The tie-breaks asked for, by their codes or the name of a usual list; None where the query names none.

        A plus that was not escaped arrives as a space; no code has spaces.
        """
        text = self.request.query_params.get(name, "")
        if text in PRESETS:
            return tiebreak_codes(name, text)
        given = [code.strip().replace(" ", "+") for code in text.split(",") if code.strip()]
        return tiebreak_codes(name, given) if given else None

    @property
    def after(self) -> int | None:
        """The round to look at, None for the present."""
        return asked.query_number(self.request, "after")

    def __getitem__(self, name: str) -> str:
        return str(self.request.path_params[name])


@dataclass(frozen=True, slots=True)
class Read:
    """One route. `needs` is the least role that may ask; `query` what it takes: name, type, meaning."""

    path: str
    says: str
    answer: Callable[[Question], Row]
    shape: Any
    query: tuple[tuple[str, str, str], ...] = ()
    needs: Role = Role.PUBLIC
    problems: tuple[int, ...] = (*READING, 403)


def _tournament(ask: Question) -> Row:
    return {**tournament_row(ask.seen.state), "role": ask.seen.role.word}


def _players(ask: Question) -> Row:
    players = sorted(ask.seen.state.players.values(), key=lambda player: player.number)
    return {"players": [player_row(player) for player in players]}


def _player(ask: Question) -> Row:
    return player_row(known(ask.seen.state, PlayerId(ask["pid"])))


def _card(ask: Question) -> Row:
    return card_row(card(ask.seen.state, PlayerId(ask["pid"]), ask.after))


def _rounds(ask: Question) -> Row:
    state = ask.seen.state
    return {"rounds": [round_row(state, here) for here in state.rounds]}


def _round(ask: Question) -> Row:
    state = ask.seen.state
    return round_row(state, round_of(state, asked.numbered("round", ask["n"])))


def _pairing(ask: Question) -> Row:
    return pairing_row(ask.seen.state, found(ask.seen.state, PairingId(ask["id"])))


def _match(ask: Question) -> Row:
    return match_row(match_of(ask.seen.state, PairingId(ask["id"])), ask.seen.state.id)


def _matches(ask: Question) -> Row:
    """The matches, each followed by its tie-break games; none before the bracket is built, nor of a round to come."""
    wanted = asked.query_number(ask.request, "round")
    state = ask.seen.state
    found = [match for match in state.knockout or () if wanted in (None, match.round)]
    return {"matches": [match_row(match, state.id) for match in found]}


def _of_knockout(state: Tournament) -> Row:
    """What the whole event has besides, if it is a knockout: its matches, tie-break games as rows of their own."""
    return {"matches": [match_row(match, state.id) for match in state.knockout or ()]} if is_knockout(state) else {}


def _bracket(ask: Question) -> Row:
    state = ask.seen.state
    if state.knockout is None:
        return {"status": "PENDING", "rounds": [], "champions": []}
    return bracket_row(state.knockout, state.id)


def _why(ask: Question) -> Row:
    state = ask.seen.state
    pairing = found(state, PairingId(ask["id"]))
    return {"id": pairing.id, **why_row(why(state, pairing))}


def _editing(ask: Question) -> Row:
    if is_knockout(ask.seen.state):
        raise Refused("knockout-rounds", value=asked.numbered("round", ask["n"]))
    here = round_of(ask.seen.state, asked.numbered("round", ask["n"]))
    return {**round_row(ask.seen.state, here), **editing_row(ask.seen.state, here)}


def _standings(ask: Question) -> Row:
    state, codes = ask.seen.state, ask.codes("tiebreaks")
    rows = [standing_row(row) for row in standings(state, ask.after, codes)]
    return {"standings": rows, "refused": [] if codes else [problem(refusal) for refusal in refusals(state)]}


def _tiebreaks(ask: Question) -> Row:
    state, player = ask.seen.state, known(ask.seen.state, PlayerId(ask["pid"]))
    asked_for = ask.codes("codes")
    codes, refused = (asked_for, ()) if asked_for else usable_for(state, player)
    if is_knockout(state):
        refused = [Refused("knockout-without-tiebreaks", value=None)]
    return {
        "player_id": player.id,
        "name": player.name,
        "tiebreaks": [explanation_row(each) for each in explained(state, player, codes, ask.after)],
        "refused": [problem(refusal) for refusal in refused],
    }


def _crosstable(ask: Question) -> Row:
    return {"sections": [crosstable_row(table) for table in crosstable(ask.seen.state, ask.after)]}


def _prizes(ask: Question) -> Row:
    return prizes_row(ask.seen.state.prizes)


def _history(ask: Question) -> Row:
    told = ask.desk.history(ask.seen)
    return {
        "version": told.version,
        "commits": [history_row(line) for line in told.lines],
        "undo": told.undo,
        "redo": told.redo,
    }


def _state(ask: Question) -> Row:
    return {
        "tournament": tournament_row(ask.seen.state),
        **_players(ask),
        **_rounds(ask),
        "standings": [standing_row(row) for row in standings(ask.seen.state)],
        **_of_knockout(ask.seen.state),
    }


AFTER = ("after", "integer", "The round to look at; without it, the present.")
OTHERS = "Codes of tie-breaks, divided by commas, or a usual list such as fide-swiss, in place of the tournament's own."
TIEBREAKS = ("tiebreaks", "string", OTHERS)
CODES = ("codes", "string", OTHERS)
RANKING = (*READING, 403, 409)
MATCHES_OF = ("round", "integer", "Only the matches of this round.")
VERSION = ("version", "integer", "The version to look at; without it, the present. For scorers, arbiters and owners.")

READS: tuple[Read, ...] = (
    Read(EVENT, "A tournament", _tournament, TournamentView),
    Read(EVENT + "/players", "The players", _players, PlayersAnswer),
    Read(PLAYER, "A player", _player, PlayerAnswer),
    Read(PLAYER + "/card", "A player's own card", _card, CardAnswer, (AFTER,)),
    Read(EVENT + "/rounds", "The rounds", _rounds, RoundsAnswer),
    Read(ROUND, "A round", _round, RoundAnswer),
    Read(PAIRING, "A pairing", _pairing, PairingAnswer),
    Read(PAIRING + "/why", "Why a pairing is what it is", _why, WhyAnswer),
    Read(
        ROUND + "/edit",
        "What speaks against a round, and how it differs from the engine's",
        _editing,
        EditAnswer,
        needs=Role.ARBITER,
        problems=RANKING,
    ),
    Read(
        EVENT + "/standings",
        "The standings",
        _standings,
        StandingsAnswer,
        (AFTER, TIEBREAKS),
        problems=RANKING,
    ),
    Read(
        PLAYER + "/tiebreaks",
        "Where the tie-breaks of a player come from, round by round",
        _tiebreaks,
        TieBreaksAnswer,
        (AFTER, CODES),
        problems=RANKING,
    ),
    Read(EVENT + "/crosstable", "The crosstable of each section", _crosstable, CrosstableAnswer, (AFTER,)),
    Read(EVENT + "/prizes", "The prizes, and who won them", _prizes, PrizesAnswer),
    Read(MATCH, "A match of a knockout, or a tie-break game", _match, MatchAnswer),
    Read(EVENT + "/matches", "The matches of a knockout", _matches, MatchesAnswer, (MATCHES_OF,)),
    Read(EVENT + "/bracket", "The bracket of a knockout", _bracket, BracketAnswer),
    Read(EVENT + "/history", "What happened, newest first", _history, HistoryAnswer, needs=Role.SCORER),
    Read(EVENT + "/state", "The whole event, now or as it was", _state, StateAnswer, (VERSION,)),
)


class Reading:
    """Makes the endpoint of each read in the table."""

    def __init__(self, desk: Desk, gate: Gate) -> None:
        self._desk = desk
        self._gate = gate

    def endpoint(self, read: Read) -> Callable[[Request], Response]:
        """The function that FastAPI calls for `read`."""

        def answer(request: Request) -> Response:
            actor = self._gate.reader(request).actor
            seen, head = self._seen(request, actor, read)
            if seen.role < read.needs:
                raise not_allowed(actor, "look")
            tag = etag(seen, head)
            headers = {"ETag": tag, **PRIVATE}
            if matches(request, tag):
                return Response(status_code=304, headers=headers)
            body = {"version": seen.version, **read.answer(Question(self._desk, seen, request))}
            return json_response(body, headers=headers)

        return answer

    def _seen(self, request: Request, actor: Actor, read: Read) -> tuple[Seen, int]:
        """The tournament as it is asked for, and the version it is at."""
        for kind, path in (("pairing", PAIRING), ("match", MATCH)):
            if read.path.startswith(path):
                pairing = asked.identity(kind, request.path_params["id"])
                try:
                    seen = self._desk.see(actor, self._desk.stream_of(pairing))
                except Unknown:
                    raise Unknown(kind, pairing) from None
                return seen, seen.version
        stream = TournamentId(asked.identity("tournament", request.path_params["id"]))
        version = asked.query_number(request, "version") if VERSION in read.query else None
        seen = self._desk.see(actor, stream)
        if version is None:
            return seen, seen.version
        if seen.role < Role.SCORER:
            raise not_allowed(actor, "look")
        return self._desk.see_at(actor, stream, version), seen.version


def etag(seen: Seen, head: int | None = None) -> str:
    """What tells one answer about a tournament from another: version, role and language.

    The past is told apart by the present version too: a person may have been forgotten in it since.
    """
    looked_from = "" if head in (None, seen.version) else f"-{head}"
    return f'"{seen.version}-{seen.role.word}-{LANGUAGE}{looked_from}"'


def matches(request: Request, tag: str) -> bool:
    """Whether the client has that answer already."""
    given = request.headers.get("if-none-match", "")
    return given.strip() == "*" or tag in [each.strip().removeprefix("W/") for each in given.split(",")]
