"""What is said of rating changes, of K and of title norms."""

from __future__ import annotations

from fractions import Fraction

from podium.app.ratings.rating_report import PlayerRating, RatingReport
from podium.app.words.dates import dates
from podium.app.words.language import N_, _, ngettext
from podium.app.words.numbers import figure
from podium.app.words.phrases import alternatives, enumeration
from podium.core.points import UNIT
from podium.core.ratings.rating_kind import RatingKind
from podium.ratings import Basis, GameChange, Norm, NormRules, RatingChange, Requirement, RequirementKind
from podium.ratings.editions import NORM_EDITIONS, RATING_EDITIONS
from podium.ratings.norms import Choice

KINDS = {
    RatingKind.STANDARD: N_("Standard rating"),
    RatingKind.RAPID: N_("Rapid rating"),
    RatingKind.BLITZ: N_("Blitz rating"),
}
BASES = {
    Basis.STATED: N_("K %(k)s, as it was stated."),
    Basis.RATING: N_("K %(k)s: the rating is 2400 or more."),
    Basis.TITLE: N_("K %(k)s: whoever is a GM or an IM is taken to have had 2400 once."),
    Basis.AGE: N_("K %(k)s: at most 18 in the year of the event, and rated below 2300."),
    Basis.FEW_GAMES: N_("K %(k)s: fewer than 30 rated games so far."),
    Basis.USUAL: N_(
        "K %(k)s: taken to have had 30 rated games, never 2400, and to be older than 18. It is 40 for whoever is new "
        "to the list, and up to 18 below 2300; 10 for whoever has ever had 2400."
    ),
}
REQUIREMENTS = {
    RequirementKind.GAMES: N_("Games over the board"),
    RequirementKind.FEDERATIONS: N_("Federations of the opponents, other than one’s own"),
    RequirementKind.OWN_FEDERATION: N_("Opponents from one’s own federation"),
    RequirementKind.ONE_FEDERATION: N_("Opponents from any one federation"),
    RequirementKind.TITLED: N_("Opponents with a title (not CM, WCM)"),
    RequirementKind.AVERAGE: N_("Average rating of the opponents"),
    RequirementKind.SCORE: N_("Score in per cent"),
    RequirementKind.PERFORMANCE: N_("Performance rating"),
}
CHOICES = {
    Choice.FIRST_ROUNDS: N_("Counted without %(rounds)s: later games may be left out (1.4.1)."),
    Choice.WITHOUT_WINS: N_("Counted without %(rounds)s: games that were won may be left out (1.4.1)."),
}
NOT_CHECKED = N_(
    "Whether the event itself may give norms (registration, arbiters, rate of play, rounds in a day) is for its "
    "arbiter to say."
)
FORFEITED = N_("The last game, to which the opponent did not come, is counted as lost (1.4.2).")
WAIVED = N_(
    "Federations do not matter: at least 20 rated guests from 3 federations play here, 10 of them titled (1.4.3)."
)


def signed(value: int | Fraction, places: int = 0) -> str:
    """A change with its sign: `+12.80`, `−3`, `0`.

    >>> signed(Fraction(64, 5), 2), signed(-3), signed(0)
    ('+12.80', '−3', '0')
    """
    scaled = abs(Fraction(value)) * 10**places
    whole, rest = divmod(int(scaled), 10**places)
    text = f"{whole}.{rest:0{places}d}" if places else str(whole)
    text = figure(text)
    return f"+{text}" if value > 0 else f"−{text}" if value < 0 else text


def hundredths(units: int) -> str:
    """Hundredths of a point as a number with two places: `0.64`."""
    return figure(f"{units // UNIT}.{units % UNIT:02d}")


def change_text(change: RatingChange) -> str:
    """A rating change in one line: `+12.80, rounded +13`."""
    return _("%(exact)s, rounded %(points)s", exact=signed(change.exact, 2), points=signed(change.points))


def gain_text(game: GameChange) -> str:
    """What one game adds to the score beyond the expectation: `+0.64`."""
    return signed(Fraction(game.change, UNIT), 2)


def coefficient_text(change: RatingChange) -> str:
    """K, and what it was concluded from."""
    known = change.coefficient
    said = _(BASES[known.basis], k=known.reduced_from or known.k)
    if known.reduced_from is None:
        return said
    return _("%(said)s K times the games is at most 700, so it is %(k)s here.", said=said, k=known.k)


def periods_text(change: RatingChange) -> str:
    """The ratings that the player had, where there were several; empty otherwise."""
    if not change.periods:
        return ""
    return _(
        "Each game counts with the ratings of its round; the own ratings were %(ratings)s.",
        ratings=enumeration([str(each.rating) for each in change.periods]),
    )


def performance_text(row: PlayerRating) -> str:
    """The performance rating, and against whom; nothing without a rated opponent."""
    if row.performance is None:
        return ""
    return _(
        "Performance %(performance)s against an average of %(average)s.",
        performance=row.performance,
        average=row.average,
    )


def initial_text(row: PlayerRating) -> str:
    """What the games of a player without a rating count for."""
    first = row.initial
    if first is None:
        return ""
    if not first.games:
        return _("No game against a rated opponent yet.")
    if first.rating is None:
        return _("No point against rated opponents: that is disregarded in a first event (B.02, 8.2.1).")
    if first.published:
        return _(
            "First rating %(rating)s, if these are all the games (B.02, 8.2): two draws against 1800 are added.",
            rating=first.rating,
        )
    return ngettext(
        "%(num)s game towards a first rating; alone it would give %(rating)s. The list asks for 5 games and 1400.",
        "%(num)s games towards a first rating; alone they would give %(rating)s. The list asks for 5 games and 1400.",
        first.games,
        rating=first.rating,
    )


def regulations_text(report: RatingReport) -> str:
    """By which editions the event is rated."""
    ratings, titles = report.rating_rules.since, report.norm_rules.since
    if report.kind is not RatingKind.STANDARD:
        return _("By FIDE’s regulations on rapid and blitz ratings as of %(day)s.", day=dates(ratings, None))
    return _(
        "By FIDE’s regulations on ratings (B.02) as of %(ratings)s and on titles (B.01) as of %(titles)s.",
        ratings=dates(ratings, None),
        titles=dates(titles, None),
    )


def is_before_editions(report: RatingReport) -> bool:
    """Whether the event began before the oldest edition that is known here."""
    oldest = max(RATING_EDITIONS[report.kind][0].since, NORM_EDITIONS[0].since)
    return report.day is not None and report.day < oldest


def requirement_label(rules: NormRules, title: str, requirement: Requirement) -> str:
    """What a norm asks."""
    if requirement.kind is RequirementKind.HOLDERS:
        holders = rules.level(title).holders  # the titles that count as the one asked for, the highest first
        titles = alternatives([each.title for each in rules.levels if each.title in holders])
        return _("Opponents who are %(titles)s", titles=titles)
    return _(REQUIREMENTS[requirement.kind])


def needed_text(requirement: Requirement) -> str:
    """What a norm asks at least or at most."""
    if requirement.waived:
        return _("does not matter")
    text = N_("at most %(number)s") if requirement.is_limit else N_("at least %(number)s")
    return _(text, number=requirement.needed)


def reached_text(requirement: Requirement) -> str:
    """What was reached."""
    return _("not known") if requirement.reached is None else str(requirement.reached)


def norm_text(rules: NormRules, norm: Norm) -> str:
    """The check of a title in one sentence: made, or what is missing and which score would do."""
    games = len(norm.rounds)
    if norm.achieved:
        return _(
            "%(title)s norm: %(score)s of %(games)s, performance %(performance)s, worth %(worth)s games.",
            title=norm.title,
            score=norm.score,
            games=games,
            performance=norm.performance,
            worth=norm.worth,
        )
    missing = enumeration([requirement_label(rules, norm.title, each) for each in norm.missing])
    said = _("No %(title)s norm. Missing: %(what)s.", title=norm.title, what=missing)
    if norm.enough is None or norm.enough <= norm.score:
        return said
    return _(
        "%(said)s Against these opponents %(score)s of %(games)s would be enough.",
        said=said,
        score=norm.enough,
        games=games,
    )


def norm_notes(report: RatingReport, norm: Norm) -> list[str]:
    """Which games were counted, and what does not matter here."""
    notes = []
    if norm.choice in CHOICES:
        rounds = enumeration([_("round %(round)s", round=number) for number in norm.left_out])
        notes.append(_(CHOICES[norm.choice], rounds=rounds))
    elif norm.choice is Choice.FORFEIT_AS_LOSS:
        notes.append(_(FORFEITED))
    if report.is_exempt:
        notes.append(_(WAIVED))
    return notes
