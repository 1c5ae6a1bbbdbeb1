"""What the codes of the prize engine mean, as sentences and phrases for people."""

from __future__ import annotations

from collections.abc import Mapping

from podium.app.words.language import N_, _

# What is wrong with a contest.
SENTENCES: Mapping[str, str] = {
    "category-id-twice": N_("Two categories have the id %(value)s: give each its own."),
    "prize-id-twice": N_("Two prizes have the id %(value)s: give each its own."),
    "player-id-twice": N_("Two players have the id %(value)s: give each its own."),
    "prize-without-category": N_(
        "The prize %(value)s is in no category of this contest: its category_id is %(category)s."
    ),
    "amount-negative": N_("A prize cannot be worth %(value:bare)s: use 0 or more."),
    "limits-crossed": N_(
        "Nobody can win in the category %(name)s: %(field)s is %(value)s, and %(limit)s is only %(most)s."
    ),
    "place-below-one": N_("The prize %(prize)s cannot be for place %(value)s: places begin at 1."),
    "amount-malformed": N_("%(value)s is not an amount of money: use whole units or two decimals, for example 99.50."),
    "line-without-amount": N_(
        "%(value)s is not an amount of money: write the prizes of the places in order, for example 50, 30, 20."
    ),
    "line-ambiguous": N_(
        "%(value)s can be two prizes or one: write %(apart:bare)s for two, %(together:bare)s for one."
    ),
    "line-rises": N_(
        "%(value)s for place %(place)s is more than the prize for place %(before)s: begin with the first place."
    ),
    "prizes-in-line": N_("The line names %(value:bare)s prizes: it can have %(most)s. Import a list for more."),
    "currencies-in-line": N_("The line names several currencies (%(value:and)s): all prizes have one."),
    "override-invalid": N_("Invalid override: there is no %(field:bare)s %(value)s."),
    "override-prize-twice": N_(
        "Invalid override: the prize %(value)s is given to %(players:and)s. One player can win it."
    ),
    "override-player-twice": N_(
        "Invalid override: %(value)s is given %(prizes:and)s. A player wins one prize, "
        "unless the mode is allow-multiple."
    ),
    "rank-missing": N_("The player %(value)s has no rank."),
    "rank-below-one": N_("The player %(player)s cannot have rank %(value)s: ranks begin at 1."),
    "birth-after-start": N_("The player %(player)s is born on %(value:bare)s, after the tournament began."),
    "start-date-missing": N_(
        "The category %(value)s has an age limit: the tournament needs a start_date to count ages on."
    ),
    "points-incomplete": N_(
        "The player %(value)s has no points, and others have: money is shared by points or by ranks."
    ),
    "order-needs-first-win": N_(
        "The order %(value)s gives each player one prize, so it cannot go with the mode %(mode)s."
    ),
    "sharing-needs-first-win": N_(
        "The sharing %(value)s gives each player one prize, so it cannot go with the mode %(mode)s."
    ),
    "overrides-malformed": N_("Invalid override: %(value)s is not a list of prizes and players."),
    "rules-twice": N_("Say the rules once, not as %(value:and)s."),
    "order-needs-final-rank": N_(
        "The order %(value)s goes by final ranks alone, so it cannot go with useCategoryRank."
    ),
    "decision-invalid": N_("Invalid decision: there is no player %(value)s."),
    "decision-player-twice": N_("Invalid decision: the player %(value)s is named twice."),
    "decision-not-tied": N_(
        "Invalid decision: %(value:and)s are not level in rank, rating and name, so nothing is to be decided."
    ),
    "decisions-malformed": N_("Invalid decision: %(value)s is not a list of players in order."),
    "ranking-incomplete": N_(
        "The final ranking is not complete: %(count)s without a rank, beginning with %(names:and)s. Enter their ranks."
    ),
    "key-misspelt": N_("There is no field %(value)s in %(field:bare)s: did you mean %(meant)s?"),
    "key-unknown": N_("There is no field %(value)s in %(field:bare)s: use %(allowed:or)s."),
    "rule-unknown": N_("There is no rule %(value)s: use %(allowed:or)s."),
    "rule-misspelt": N_("There is no rule %(value)s: did you mean %(meant)s?"),
    "rule-malformed": N_("The rule %(field:bare)s cannot be %(value)s: use %(allowed:or)s."),
    "part-missing": N_("Bad request: %(field:bare)s is missing in %(value:bare)s."),
    "part-malformed": N_("Bad request: %(field:bare)s must be %(wanted:bare)s, not %(value:typed)s."),
    "prize-columns-missing": N_("The list needs a row of headings with at least %(value:and)s."),
    "prize-row-incomplete": N_("Line %(line)s has no %(field:bare)s."),
    "prize-number-malformed": N_("Line %(line)s: the %(field:bare)s is not a whole number but %(value)s."),
    "prize-answer-malformed": N_("Line %(line)s: the %(field:bare)s is neither yes nor no but %(value)s."),
    "allocation-wrong": N_("The allocation does not stand up to the check: %(value:and)s."),
    "json-malformed": N_("The file is not JSON: %(reason:bare)s."),
}

# Why a player did not win a prize, and why a prize was not given.
REASONS: Mapping[str, str] = {
    "gender_mismatch": N_("the category is for another gender"),
    "missing_date_of_birth": N_("the date of birth is not known"),
    "below_min_age": N_("too young on the first day"),
    "above_max_age": N_("too old on the first day"),
    "unrated_in_rating_category": N_("has no rating, and the category asks for one"),
    "below_min_rating": N_("rated too low"),
    "above_max_rating": N_("rated too high"),
    "disability_mismatch": N_("the category is for players with another disability, or with one"),
    "city_mismatch": N_("the category is for another city"),
    "state_mismatch": N_("the category is for another state"),
    "club_mismatch": N_("the category is for another club"),
    "section_mismatch": N_("the category is for another section"),
    "won": N_("won it"),
    "already_won": N_("had won a prize before it"),
    "has_better_prize": N_("has a better prize"),
    "better_placed": N_("it went to a player placed better"),
    "given_by_override": N_("the organiser gave it to another player"),
    "tied": N_("tied with another player in rank, rating and name"),
    "withheld": N_("it waits: players ahead are tied in rank, rating and name"),
    "would_leave_a_prize_unfilled": N_("to take it would leave another prize without a winner"),
    "another_place": N_("their place in the category is another one"),
    "nobody_at_place": N_("nobody is at that place of the category"),
    "prize_inactive": N_("the prize is not given"),
    "identical_rank_rating_name": N_("the best candidates have the same rank, rating and name"),
    "no_eligible_players": N_("nobody is eligible"),
    "all_won": N_("all who are eligible have a prize"),
}

# What decided who won a prize.
DECIDED: Mapping[str, str] = {
    "override": N_("given by the organiser"),
    "only_candidate": N_("the only candidate left"),
    "rank": N_("the best rank"),
    "category_rank": N_("the place in the category"),
    "decision": N_("the organiser’s word between players level in rank, rating and name"),
    "rating": N_("the higher rating at the same rank"),
    "name": N_("the name, at the same rank and rating"),
}

# What another allocation would mean for a player.
VERDICTS: Mapping[str, str] = {"gains": N_("gains"), "loses": N_("loses"), "exchanges": N_("exchanges one for another")}


def reason(code: str) -> str:
    """Why a player did not win a prize, or why a prize was not given."""
    return _(REASONS[code])


def decided_by(code: str) -> str:
    """What decided who won a prize, or why nobody did."""
    return _(DECIDED.get(code) or REASONS[code])


def verdict(code: str) -> str:
    """What another allocation would mean for a player."""
    return _(VERDICTS[code])


def unmatched_note(category: str, field: str, value: str) -> str:
    """That a category asks for something no player has."""
    return _("%(category)s: no player has the %(field)s “%(value)s”.", category=category, field=_(field), value=value)
