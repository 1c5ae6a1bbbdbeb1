"""A player: what is known of a person who takes part, how they take part, and the words for their gender."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache

from podium.core.collation import plain
from podium.core.days import day_of
from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.core.ratings.official_ratings import OFFICIAL_NAMES, RATINGS, OfficialRatings
from podium.core.result import ByeType

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
RANKS = range(1, 100_001)
NUMBERS = ("rating", "rank", *OFFICIAL_NAMES)
"""The fields of a player that are whole numbers."""
_NATIONAL_ID = re.compile(r"[A-Z0-9][A-Z0-9 ./-]{0,19}")
_BIRTH = re.compile(r"\d{4}(-\d{2}-\d{2})?")
LONGEST = 200
LONGEST_TEXT = 4000
_BETWEEN_PARAGRAPHS = re.compile("\n{3,}")
_MALFORMED = re.compile(
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\ud800-\\udfff]"
)  # controls, and halves of characters
_BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and a sign by their kind, which show nothing."""
_FORMAT = "\\xad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff\\ufff9-\\ufffb"
_FORMAT_AT_ENDS = re.compile(rf"^[\s{_FORMAT}]+|[\s{_FORMAT}]+$")
"""Marks of zero width that join, part or turn what stands around them: at an end there is nothing around."""


@dataclass(frozen=True, slots=True)
class PlayerFields:
    """What a list of players says of one person. `birth` is a year or an ISO date.

    `rating` is the one that counts in the tournament, `official` what is published of the player beside it.
    `rank` is the final rank, of an event whose games were played elsewhere; it may be shared. `national_id` is the
    number that the player's own federation gave, as the member id of US Chess.
    """

    name: str
    rating: int | None = None
    federation: str | None = None
    fide_id: str | None = None
    title: str | None = None
    gender: str | None = None
    birth: str | None = None
    club: str | None = None
    city: str | None = None
    state: str | None = None
    disability: str | None = None
    section: str | None = None
    rank: int | None = None
    national_id: str | None = None
    official: OfficialRatings | None = None

    def values(self) -> dict[str, str | int | None]:
        """Every field by its name, with the numbers of the official ratings."""
        official = self.official or OfficialRatings()
        return {**{name: getattr(self, name) for name in LISTED_NAMES}, **official.values()}

    def checked(self) -> PlayerFields:
        """These fields, trimmed and in their usual spelling; raises Invalid naming the first bad one."""
        name = tidy("name", self.name)
        if not name:
            raise Invalid("name-missing", field="name", value=self.name)
        if self.rating is not None and self.rating not in RATINGS:
            raise Invalid("rating-out-of-range", field="rating", value=self.rating)
        federation = tidy("federation", self.federation)
        if federation and not re.fullmatch(r"[A-Za-z]{3}", federation):
            raise Invalid("federation-malformed", field="federation", value=self.federation)
        if self.rank is not None and self.rank not in RANKS:
            raise Invalid("rank-out-of-range", field="rank", value=self.rank, most=RANKS[-1])
        fide_id = tidy("fide_id", self.fide_id)
        if fide_id and not re.fullmatch(r"[0-9]{1,12}", fide_id):
            raise Invalid("fide-id-malformed", field="fide_id", value=self.fide_id)
        national_id = tidy("national_id", self.national_id)
        if national_id and not is_national_id(national_id := national_id.upper()):
            raise Invalid("national-id-malformed", field="national_id", value=self.national_id)
        title = tidy("title", self.title)
        return PlayerFields(
            name=name,
            rating=self.rating,
            federation=federation.upper() if federation else None,
            fide_id=fide_id,
            title=title.upper() if title else None,
            gender=checked_gender(self.gender),
            birth=checked_birth(self.birth),
            club=tidy("club", self.club),
            city=tidy("city", self.city),
            state=tidy("state", self.state),
            disability=tidy("disability", self.disability),
            section=tidy("section", self.section),
            rank=self.rank,
            national_id=national_id,
            official=self.official.checked() if self.official is not None else None,
        )


LISTED_NAMES = tuple(each.name for each in fields(PlayerFields) if each.name != "official")
"""The fields that a list of players has."""
FIELD_NAMES = (*LISTED_NAMES, *OFFICIAL_NAMES)
"""What can be said of a player, by name."""


def player_fields(given: Mapping[str, object]) -> PlayerFields:
    """The fields of a player that are `given` by name, official ratings among them."""
    listed = {name: value for name, value in given.items() if name not in OFFICIAL_NAMES}
    return with_official_values(PlayerFields(**listed), given)  # type: ignore[arg-type]  # who gives them has checked


def with_official_values(known: PlayerFields, given: Mapping[str, object]) -> PlayerFields:
    """What is known of a player, with the official ratings that were typed."""
    typed = {name: value for name, value in given.items() if name in OFFICIAL_NAMES and isinstance(value, int | None)}
    if not typed:
        return known
    official = (known.official or OfficialRatings()).with_values(typed)
    return replace(known, official=None if official == OfficialRatings() else official)


@dataclass(frozen=True, slots=True)
class Player:
    """One entrant of a tournament; `number` is the place in the list of entries, from 1.

    One who is `expelled` has been withdrawn by the arbiter, and comes back only if that is confirmed. `half_byes` is
    whether the player is entitled to half-point byes, which the conditions of an event can deny.
    `place` is there once the person was forgotten: where the name had stood among equally strong players, from 0.
    `later_ratings` are those of an event longer than 30 days, by the round from which each holds; until then it is the
    rating of the entry.
    `typed_tiebreak` is the value of a tie-break that was computed elsewhere, an exact decimal.
    """

    id: PlayerId
    number: int
    fields: PlayerFields
    withdrawn: bool = False
    byes: Mapping[int, ByeType] = field(default_factory=dict)
    place: int | None = None
    expelled: bool = False
    half_byes: bool = True
    later_ratings: Mapping[int, int] = field(default_factory=dict)

    def rating_in(self, round: int) -> int | None:
        """The rating in force in a round.

        >>> eva = Player(PlayerId("eva"), 1, PlayerFields("Eva", 2100), later_ratings={4: 2130, 7: 2120})
        >>> [eva.rating_in(round) for round in (1, 3, 4, 6, 7, 9)]
        [2100, 2100, 2130, 2130, 2120, 2120]
        """
        since = max((first for first in self.later_ratings if first <= round), default=None)
        return self.fields.rating if since is None else self.later_ratings[since]

    typed_tiebreak: str | None = None

    @property
    def name(self) -> str:
        return self.fields.name

    @property
    def section(self) -> str:
        """The section the player competes in; the empty name where the event has none."""
        return self.fields.section or ""

    def anonymous(self, place: int | None) -> Player:
        """The player without the person: what pairings and standings rest upon, and nothing else."""
        known = self.fields
        kept = PlayerFields(
            f"Player {self.number}", known.rating, title=known.title, section=known.section, rank=known.rank
        )
        return replace(self, fields=kept, place=place, expelled=False, half_byes=True)


def is_national_id(text: str) -> bool:
    """Whether it can be the number of a federation: short, of letters and figures, with marks between them."""
    return _NATIONAL_ID.fullmatch(text) is not None


def tidy(name: str, text: str | None) -> str | None:
    """`text` with single spaces and no control characters, or None for nothing that can be seen.

    >>> tidy("name", " Eva\u200b  Grün\u200f "), tidy("name", "\u200b\u2060")
    ('Eva\u200b Grün', None)
    """
    if text is None:
        return None
    if len(text) > LONGEST:
        raise Invalid("text-too-long", field=name, value=text[:40] + "…", longest=LONGEST)
    if _MALFORMED.search(text):
        raise Invalid("text-malformed", field=name, value=text)
    if text.isascii():
        return " ".join(text.split()) or None
    whole = _FORMAT_AT_ENDS.sub("", " ".join(text.split()))
    return whole if any(map(_is_visible, whole)) else None


def _is_visible(character: str) -> bool:
    """Whether a character leaves a mark of its own: a letter, a figure, a sign."""
    return unicodedata.category(character)[0] in "LNPS" and character not in _BLANK_LETTERS


def tidy_paragraphs(name: str, text: str | None) -> str | None:
    """`text` with one empty line between paragraphs and no white space at the ends of lines, or None for nothing.

    >>> tidy_paragraphs("description", "Bring a set. \\r\\n\\r\\n\\r\\nDoors open at nine.")
    'Bring a set.\\n\\nDoors open at nine.'
    """
    if text is None:
        return None
    if len(text) > LONGEST_TEXT:
        raise Invalid("text-too-long", field=name, value=text[:40] + "…", longest=LONGEST_TEXT)
    if _MALFORMED.search(text):
        raise Invalid("text-malformed", field=name, value=text[:40] + "…")
    lines = "\n".join(line.rstrip() for line in text.strip().splitlines())
    return _BETWEEN_PARAGRAPHS.sub("\n\n", lines) if any(map(_is_visible, lines)) else None


def checked_gender(text: str | None, field: str = "gender") -> str | None:
    """The gender that a word stands for, None for no word at all; raises Invalid naming a word that stands for none."""
    word = tidy(field, text)
    if word is None:
        return None
    if (gender := known_gender(word)) is None:
        raise Invalid("gender-unknown", field=field, value=text, allowed=GENDERS)
    return gender


def first_day(birth: str) -> str:
    """The day of birth as an ISO date; of a year alone its first: the age is the one reached in the year."""
    return birth if len(birth) > 4 else f"{birth}-01-01"


def checked_birth(birth: str | None) -> str | None:
    """A year or an ISO date that exists, or None; raises Invalid."""
    text = tidy("birth", birth)
    if text is None:
        return None
    try:
        if not _BIRTH.fullmatch(text):
            raise ValueError(text)
        day_of(first_day(text))
    except ValueError:
        raise Invalid("birth-malformed", field="birth", value=birth) from None
    return text


GENDERS = ("m", "f", "x")
# Plain spellings, in English, German, French, Spanish and Dutch.
_WORDS = {
    "m": """m male males man men boy boys mannlich maennlich mann manner maenner herr herren junge jungen h homme
        hommes garcon garcons hombre hombres chico chicos nino ninos masculin masculine masculino varon varones
        jongen jongens mannelijk mannen heren""",
    "f": """f w female females woman women girl girls weiblich frau frauen dame damen madchen maedchen femme femmes
        feminin feminine fille filles femenino femenina mujer mujeres chica chicas nina ninas dona v vrouw vrouwen
        vrouwelijk meisje meisjes dames""",
    "x": "x d divers diverse nonbinary nb other autre otro anders andere",
}
_GENDER = {word: code for code, words in _WORDS.items() for word in words.split()}


@lru_cache(1024)  # a field has few words for it, and is asked player by player
def known_gender(text: str) -> str | None:
    """The gender that a word stands for, or None for a word that stands for none.

    >>> [known_gender(word) for word in ("Female", "W", "girls", "weiblich", "féminin", "Q")]
    ['f', 'f', 'f', 'f', 'f', None]
    """
    return _GENDER.get(plain(text))
