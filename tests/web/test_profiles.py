"""Each profile shows a director its own trade, within limits that are counted on the pages; the rest is found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, NamedTuple

import pytest

from podium.app.accounts.credentials import LANGUAGE_COOKIE
from podium.app.profiles.protocol import Profile
from podium.app.profiles.registry import PROFILES, profile_called, profile_of
from podium.core.ids import TournamentId
from podium.core.result import Result
from podium.flow.commands import CloseRound, PairRound, PublishRound, RecordSets, StartStage
from podium.flow.event.setting_values import ProfileName
from podium.flow.event.settings import formats_with
from podium.flow.formats.registry import FORMAT_NAMES, STAGES_FORMAT
from podium.flow.state import Side
from podium.web.routes import PAGES
from tests.kit.finished import SETTINGS, pair, play, play_out
from tests.kit.loops import every
from tests.web.conftest import Event, House
from tests.web.visitor import VOID, Visitor

MOST_FIELDS, MOST_TABS, MOST_RESULTS = 8, 6, 4
HIDDEN = ("script", "style", "dialog", "head", "optgroup", "legend")
NO_PAGES = (".png", ".svg", ".ics")
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gil", "Hal")
EVERY_PROFILE = every("profile", PROFILES, ids=lambda profile: profile.name.value)
EVERY_KIND = every(
    ("profile", "format"),
    [(profile, format.name) for profile in PROFILES for format in profile.formats],
    ids=lambda each: each if isinstance(each, str) else each.name.value,
)
"""Every profile in every format that its events can have."""


class Sight(HTMLParser):
    """What a reader without scripts sees of a page: its words, what can be filled in, its links, results to choose.

    What is hidden, a closed fold, a dialog and what stands apart in a list of choices are not seen; the heading of a
    part of a form is with the first of its fields, for a style sheet hides it with the last of them.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.fields: list[str] = []
        self.links: list[str] = []
        self.every_link: list[str] = []
        self.results: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._heading = ""
        self._chosen = False  # whether this is within a result to choose
        self.feed(html)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    @property
    def _unseen(self) -> bool:
        return any(unseen for _tag, unseen in self._open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "legend":
            self._heading = ""
        folded = bool(self._open) and self._open[-1][0] == "folded" and tag != "summary"
        unseen = folded or "hidden" in given or tag in HIDDEN
        named = tag in ("input", "select", "textarea") and given.get("type") != "hidden"
        if named and not unseen and not self._unseen:
            self.fields.append(given.get("name") or "")
            self.words.append(self._heading)
            self._heading = ""
        if tag == "a":
            self.every_link.append(given.get("href") or "")
        if tag == "a" and not unseen and not self._unseen:
            self.links.append(given.get("href") or "")
        chosen = tag == "button" and given.get("name") == "result"
        chosen |= tag == "option" and self.fields[-1:] == ["result"]
        self._chosen = chosen and not unseen and not self._unseen
        if self._chosen:
            self.results.append("")
        if tag not in VOID:
            closed = tag == "details" and "open" not in given
            self._open.append(("folded" if closed else tag, unseen))

    def handle_endtag(self, tag: str) -> None:
        self._chosen = False
        while self._open and self._open.pop()[0] not in (tag, "folded" if tag == "details" else tag):
            pass

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1][0] == "legend":
            self._heading += data
        if not self._unseen and not (self._open and self._open[-1][0] == "folded"):
            self.words.append(data)
            if self._chosen:
                self.results[-1] += data


def sight(visitor: Visitor, url: str) -> Sight:
    visitor.get(url)
    assert visitor.status == 200, url
    return Sight(visitor.page.html)


def event_of(house: House, profile: Profile, *names: str, format: str = "", **given: object) -> Event:
    format = format or profile.formats[0].name
    settings: dict[str, Any] = {**profile.usual_settings(format), **given}
    return house.event(*names, format=format, **settings)


def every_page(visitor: Visitor, event: Event, *, folded: bool = False) -> Iterator[tuple[str, Sight]]:
    """The pages of an event to which links in sight lead, or `folded` ones too, one of each kind."""
    words = {word for path, _handler in PAGES for word in path.split("/")}
    found, waiting = {event.url}, [event.url, f"{event.url}/me?q=a"]
    while waiting:
        url = waiting.pop()
        seen = sight(visitor, url)
        yield url, seen
        for link in seen.every_link if folded else seen.links:
            path, _mark, query = link.partition("#")[0].partition("?")
            kind = "/".join(word if word in words else "*" for word in path.split("/"))
            kind += "?" + "&".join(sorted(each.partition("=")[0] for each in query.split("&")))
            if (
                path.startswith(event.url)
                and not path.endswith(NO_PAGES)
                and kind not in found
                and "sort=" not in query
            ):
                found.add(kind)
                waiting.append(link)


def played_in(format: str) -> dict[str, Any]:
    """A format, with the settings with which its events can be played in a few rounds."""
    return {"format": format, **{name: value for name, value in SETTINGS[format].items() if name != "tiebreaks"}}


def at_every_stage(house: House, profile: Profile, format: str = "") -> Iterator[Event]:
    """Events of a profile: before the first round, in the second, and after the last."""
    played = played_in(format or profile.formats[0].name)
    yield event_of(house, profile, *NAMES, **played)
    during, after = (event_of(house, profile, *NAMES, **played) for _ in range(2))
    if "rounds" in played:
        pair(during, 1)
        play(during, 1)
        pair(during, 2)
        play(during, 2, but=1)
    else:
        during.do(PairRound())
        during.record(1, Result.WHITE_WINS)
    yield during
    play_out(after)
    yield after


@pytest.fixture
def owner(house: House) -> Visitor:
    return house.visitor("owner")


@EVERY_KIND
def test_few_fields_before_the_first_round_can_be_paired(house: House, profile: Profile, format: str) -> None:
    visitor = house.visitor("owner")
    house.event("Ann", "Ben")  # so that players of another event are offered too
    fields = sight(visitor, "/new").fields
    visitor.submit("/new", name="Ours", profile=profile.name.value)
    fields += Sight(visitor.page.html).fields
    visitor.submit(visitor.path, text="\n".join(NAMES), go="look")
    visitor.submit(visitor.path, go="rules")
    fields += Sight(visitor.page.html).fields
    chosen = {"format": format} if profile.formats[1:] else {}
    if chosen and format != profile.formats[0].name:
        visitor.submit(visitor.path, go="all", **chosen)  # where the fields of another format are, without scripts
        every_field = Sight(visitor.page.html).fields
        asked = {option.json: format in formats_with(option) for option in profile.asked}  # as scripts show them
        assert all(name in every_field for name, is_of_it in asked.items() if is_of_it)
        fields = [each for each in (*fields, *asked) if asked.get(each, True)]
    assert len(set(fields)) <= MOST_FIELDS, sorted(set(fields))
    visitor.submit(visitor.path, go="publish", **chosen)
    assert not visitor.page.errors, visitor.page.errors
    event = Event(house, TournamentId(visitor.path.removeprefix("/t/")), house.users["owner"].actor)
    assert event.state.published
    assert profile_of(event.state.settings) is profile
    assert (event.state.settings.profile, event.state.settings.format) == (profile.name, format)
    assert len(event.state.players) == len(NAMES)


@EVERY_KIND
def test_few_tabs(house: House, profile: Profile, format: str) -> None:
    visitor = house.visitor("owner")
    visitor.get(event_of(house, profile, *NAMES, format=format).url)
    tabs = visitor.page.html.partition('class="sections')[2].partition("</nav>")[0]
    assert 0 < tabs.count("<a ") <= MOST_TABS


@EVERY_KIND
def test_clocks_and_draw_offers_are_settings_of_live_games(house: House, profile: Profile, format: str) -> None:
    visitor = house.visitor("owner")
    event = event_of(house, profile, format=format)
    here = sight(visitor, f"{event.url}/settings")
    clocks = {"timeControl", "drawRuleMode", "minMove", "maxOffers", "noShowWait"}
    assert clocks.isdisjoint(here.fields) == (not event.state.settings.live)
    if event.state.settings.live:
        visitor.submit(f"{event.url}/settings", live="false")
        assert clocks.isdisjoint(sight(visitor, f"{event.url}/settings").fields)


@EVERY_KIND
def test_settings_are_those_of_the_profile_and_all_are_found(house: House, profile: Profile, format: str) -> None:
    visitor = house.visitor("owner")
    event = event_of(house, profile, *NAMES, format=format)
    first = sight(visitor, f"{event.url}/settings")
    every_field = sight(visitor, f"{event.url}/settings?all=")
    assert set(first.fields) < set(every_field.fields)
    assert "changed from usual" not in first.text
    found = sight(visitor, f"{event.url}/settings?all=organ")
    assert [each for each in found.fields if each in ("organiser", "contact")] == ["organiser"]
    for option in profile.foreign:
        assert option.json not in every_field.fields


def test_what_is_foreign_to_the_profile_is_shown_where_it_is_decided(house: House, owner: Visitor) -> None:
    event = house.event(format="doubles", profile="doubles", federation="GER")
    assert "federation" in sight(owner, f"{event.url}/settings").fields
    assert "chief_arbiter" not in sight(owner, f"{event.url}/settings?all=").fields


def test_the_language_that_a_new_event_is_given_is_not_marked(house: House, owner: Visitor) -> None:
    event = house.event(format="doubles", profile="doubles", language="de")
    assert "changed from usual" not in sight(owner, f"{event.url}/settings").text


def test_what_is_not_as_usual_is_shown_and_marked(house: House, owner: Visitor) -> None:
    event = house.event(format="swiss", profile="school", acceleration="baku", rounds=5, scoring="3-1-0")
    here = sight(owner, f"{event.url}/settings")
    assert "acceleration" in here.fields  # which a school is not asked
    assert here.text.count("changed from usual") == 2
    assert "numbering" not in here.fields


def test_what_is_hidden_is_kept(house: House, owner: Visitor) -> None:
    event = house.event(format="swiss", profile="rated", rules="fide", rounds=7, federation="GER", rate_of_play="90+30")
    before = event.state.settings
    for each in ("school", "online", "club", "rated"):
        owner.get(f"{event.url}/settings")
        owner.submit(f"{event.url}/settings", profile=each)
        assert event.state.settings.profile is ProfileName(each)
    assert event.state.settings == before


def test_another_profile_brings_a_format_it_has_until_one_is_fixed(house: House, owner: Visitor) -> None:
    event = house.event(*NAMES, format="swiss", profile="club")
    owner.get(f"{event.url}/settings")
    owner.submit(f"{event.url}/settings", profile="doubles")
    assert not owner.page.errors, owner.page.errors
    assert (event.state.settings.format, event.state.settings.profile) == ("doubles", ProfileName.DOUBLES)
    begun = house.event(*NAMES, format="round-robin")
    begun.do(PairRound())
    page = owner.get(f"{begun.url}/settings")
    offered = page.html.partition('name="profile"')[2].partition("</select>")[0]
    assert "Rated chess" in offered
    assert "Knockout cup" not in offered


@every("format", FORMAT_NAMES)
def test_an_event_from_before_has_the_profile_that_fits(house: House, format: str) -> None:
    profile = profile_of(house.event(format=format).state.settings)
    assert profile.serves(format)
    assert not profile.rated


def test_an_event_from_before_that_is_reported_is_rated_and_one_of_live_games_online(house: House) -> None:
    assert profile_of(house.event(format="swiss", federation="GER").state.settings).rated
    assert profile_of(house.event(format="knockout", live=True).state.settings).name is ProfileName.ONLINE


EXPERTS = re.compile(
    r"\b[A-C]\.\d\d\b|\[(C\d|\d\.\d\.)|\barticle \d|\bTRF\b|\bITDX\b|\bnorms?\b|rating report|new rating|report file"
    r"|fide’s report|fide dutch|fide handbook",
    re.IGNORECASE,
)
CHESS = re.compile(
    r"\bratings?\b|federation|fide|\btitle\b|\b(?:white|black)\b|\bboards?\b|chess|\bopenings?\b|pgn|\belo\b",
    re.IGNORECASE,
)


@EVERY_KIND
def test_few_results_in_a_correction_the_others_behind_more_and_all_in_words(
    house: House, profile: Profile, format: str
) -> None:
    settings = {name: value for name, value in played_in(format).items() if name != "stages"}  # which the profile has
    event = event_of(house, profile, *NAMES, **settings)
    pair(event, 1)
    if not profile.results:
        assert not event.games(1)  # of matches, whose sets are counted
        return
    if event.state.knockout is None:
        event.do(PublishRound(1))
        event.record(1, Result.WHITE_WINS)
    page = "what-if?pairing=" if event.state.knockout is None else "matches/"
    visitor = house.visitor("owner")
    here = sight(visitor, f"{event.url}/{page}{event.games(1)[0].id}")
    assert 0 < len(here.results) <= MOST_RESULTS, here.results
    assert all(re.search("[A-Za-z]{4}", each) for each in here.results), here.results
    assert "More…" in visitor.page.html
    assert visitor.page.html.count("<option" if event.state.knockout else 'name="result"') > len(here.results)


class Seen(NamedTuple):
    """What somebody sees of a page, at its address, and all that it says, folded or not."""

    who: str
    url: str
    text: str
    whole: str


def walked(house: House, profile: Profile) -> list[Seen]:
    """All pages of the events of a profile in each of its formats, at every stage, for the public and the owner."""
    return [
        Seen(who, url, seen.text, visitor.page.text)
        for format in profile.formats
        if format is not STAGES_FORMAT  # whose stages are of the others, each with pages of its own
        for event in at_every_stage(house, profile, format.name)
        for who in ("public", "owner")
        for visitor in [house.visitor(who)]
        for url, seen in every_page(visitor, event, folded=not profile.results)
    ]


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name.value)
def test_pages_say_nothing_of_what_other_trades_have(house: House, profile: Profile) -> None:
    """Articles and reports of federations where events are rated, chess where it is played, ratings where players have
    them; and there they are said."""
    pages = walked(house, profile)
    cited = {(page.url, found.group()) for page in pages for found in EXPERTS.finditer(page.text)}
    apart = ("/settings", "/print", "/continue")  # where everything can be found, or chosen
    whole = [page for page in pages if not any(each in page.url for each in apart)]
    cited |= {(page.url, found.group()) for page in whole for found in EXPERTS.finditer(page.whole)}
    assert bool(cited) == profile.rated, sorted(cited)
    chess = {
        (page.url, found)
        for page in pages
        for found in CHESS.findall(page.text.replace("Rated chess", ""))  # which it can be changed to
    }
    assert bool(chess) == bool(profile.results), sorted(chess)
    rated = {page.url for page in pages if re.search(r"\b(2000|1990|1980)\b", page.text)}
    assert bool(rated) == profile.ratings, sorted(rated)


def test_nothing_of_chess_in_an_evening_of_doubles_that_ends_with_a_final(house: House) -> None:
    plan = ["doubles rounds=1", "knockout best=4 teams=crosswise tieBreakPolicy=RAPID"]
    event = event_of(house, profile_called(ProfileName.DOUBLES), *NAMES, format="stages", stages=plan)
    event.do(PairRound())
    event.do(PublishRound(1))
    for match in event.state.rounds[0].matches:
        event.do(RecordSets(match.id, {Side.HOME: 3, Side.AWAY: 0}))
    event.do(CloseRound(1))
    chess = set[tuple[str, str]]()
    for final_is_built in (False, True):
        if final_is_built:
            event.do(StartStage(2, lot=""))
        for who in ("public", "owner"):
            visitor = house.visitor(who)
            boards = [f"{event.url}/rounds/{here.number}/print" for here in event.state.rounds]
            printed = [(url, sight(visitor, url)) for url in (*boards, *(f"{url}?by=name" for url in boards))]
            for url, seen in (*every_page(visitor, event), *printed):
                if "/settings" not in url:  # where everything can be found
                    chess |= {(url, said) for said in CHESS.findall(seen.text)}
    assert not chess, sorted(chess)
    french, german = (house.visitor().bring(LANGUAGE_COOKIE, code) for code in ("fr", "de"))
    assert "Tour 1" in sight(french, f"{event.url}/rounds/1").text
    final = event.state.rounds[1].boards[0].id
    for visitor, table in ((french, "table 1"), (german, "Tisch 1")):
        for url in (f"{event.url}/matches/{final}", f"{event.url}/games/{final}/why"):
            assert table in sight(visitor, url).text
            assert not re.search(r"chiquier|\bBrett|Weiß|Blancs", sight(visitor, url).text), url


def test_what_players_have_of_ratings_is_kept_where_it_is_not_shown(house: House, owner: Visitor) -> None:
    event = house.event("Ann", format="swiss", profile="school")
    url = f"{event.url}/players/{event.player('Ann')}/edit"
    assert "rating" not in sight(owner, url).fields
    owner.submit(url, name="Anna", club="North")
    [player] = event.state.players.values()
    assert (player.name, player.fields.club, player.fields.rating) == ("Anna", "North", 2000)


def test_the_reports_of_what_is_not_rated_are_one_click_away(house: House, owner: Visitor) -> None:
    *_others, event = at_every_stage(house, profile_of(house.event(format="swiss", profile="club").state.settings))
    files = owner.get(f"{event.url}/print")
    assert "Report file (TRF)" in files.text
    assert "New rating" in owner.get(f"{event.url}/rating-report").text


@every("profile", [each for each in PROFILES if each.name in (ProfileName.DOUBLES, ProfileName.CUP)])
def test_in_french_what_is_no_table_of_everybody_has_tours_and_no_rondes(house: House, profile: Profile) -> None:
    found, tours = set[str](), 0
    for event in at_every_stage(house, profile):
        for who in ("public", "owner"):
            visitor = house.visitor(who).bring(LANGUAGE_COOKIE, "fr")
            walls = [(f"{event.url}/screen", sight(visitor, f"{event.url}/screen"))]
            for url, seen in (*walls, *every_page(visitor, event, folded=True)):
                said = seen.text.replace("outes rondes", "")
                found |= {f"{url}: {each}" for each in re.findall(r".{0,60}\brondes?\b.{0,40}", said, re.IGNORECASE)}
                tours += bool(re.search(r"\btours?\b", said, re.IGNORECASE))
    assert not found, "\n".join(sorted(found))
    assert tours > 20
    swiss = house.event(*NAMES, format="swiss", rounds=3)
    swiss.do(PairRound())
    visitor = house.visitor("owner").bring(LANGUAGE_COOKIE, "fr")
    assert "Ronde 1" in sight(visitor, f"{swiss.url}/rounds/1").text
