"""What the codes of the prize engine mean, as sentences and phrases for people."""

from __future__ import annotations

from collections.abc import Mapping

# What is wrong with a contest.
SENTENCES: Mapping[str, str] = {
    "category-id-twice": "Two categories have the id {value}: give each its own.",
    "prize-id-twice": "Two prizes have the id {value}: give each its own.",
    "player-id-twice": "Two players have the id {value}: give each its own.",
    "prize-without-category": "The prize {value} is in no category of this contest: its category_id is {category}.",
    "amount-negative": "A prize cannot be worth {value:bare}: use 0 or more.",
    "place-below-one": "The prize {prize} cannot be for place {value}: places begin at 1.",
    "amount-malformed": "{value} is not an amount of money: use whole units or two decimals, for example 99.50.",
    "override-invalid": "Invalid override: there is no {field:bare} {value}.",
    "override-prize-twice": "Invalid override: the prize {value} is given to {players:and}. One player can win it.",
    "override-player-twice": "Invalid override: {value} is given {prizes:and}. A player wins one prize, "
    "unless the mode is allow-multiple.",
    "rank-missing": "The player {value} has no rank.",
    "rank-below-one": "The player {player} cannot have rank {value}: ranks begin at 1.",
    "birth-after-start": "The player {player} is born on {value:bare}, after the tournament began.",
    "start-date-missing": "The category {value} has an age limit: the tournament needs a start_date to count ages on.",
    "points-incomplete": "The player {value} has no points, and others have: money is shared by points or by ranks.",
    "order-needs-first-win": "The order {value} gives each player one prize, so it cannot go with the mode {mode}.",
    "sharing-needs-first-win": "The sharing {value} gives each player one prize, so it cannot go with the mode {mode}.",
    "overrides-malformed": "Invalid override: {value} is not a list of prizes and players.",
    "rules-twice": "Say the rules once, not as {value:and}.",
    "rule-unknown": "There is no rule {value}: use {allowed:or}.",
    "rule-malformed": "The rule {field:bare} cannot be {value}: use {allowed:or}.",
    "part-missing": "Bad request: {field:bare} is missing in {value:bare}.",
    "part-malformed": "Bad request: {field:bare} must be {wanted:bare}, not {value}.",
    "prize-columns-missing": "The list needs a row of headings with at least {value:and}.",
    "prize-row-incomplete": "Line {line} has no {field:bare}.",
    "prize-number-malformed": "Line {line}: the {field:bare} is not a whole number but {value}.",
    "prize-answer-malformed": "Line {line}: the {field:bare} is neither yes nor no but {value}.",
    "allocation-wrong": "The allocation does not stand up to the check: {value:and}.",
    "json-malformed": "The file is not JSON: {reason:bare}.",
}

# Why a player did not win a prize, and why a prize was not given.
REASONS: Mapping[str, str] = {
    "gender_mismatch": "the category is for another gender",
    "missing_date_of_birth": "the date of birth is not known",
    "below_min_age": "too young on the first day",
    "above_max_age": "too old on the first day",
    "unrated_in_rating_category": "has no rating, and the category asks for one",
    "below_min_rating": "rated too low",
    "above_max_rating": "rated too high",
    "disability_mismatch": "the category is for players with another disability, or with one",
    "city_mismatch": "the category is for another city",
    "state_mismatch": "the category is for another state",
    "club_mismatch": "the category is for another club",
    "section_mismatch": "the category is for another section",
    "won": "won it",
    "already_won": "had won a prize before it",
    "has_better_prize": "has a better prize",
    "better_placed": "it went to a player placed better",
    "given_by_override": "the organiser gave it to another player",
    "tied": "tied with another player in rank, rating and name",
    "withheld": "it waits: players ahead are tied in rank, rating and name",
    "would_leave_a_prize_unfilled": "to take it would leave another prize without a winner",
    "prize_inactive": "the prize is not given",
    "identical_rank_rating_name": "the best candidates have the same rank, rating and name",
    "no_eligible_players": "nobody is eligible",
    "all_won": "all who are eligible have a prize",
}

# What decided who won a prize.
DECIDED: Mapping[str, str] = {
    "override": "given by the organiser",
    "only_candidate": "the only candidate left",
    "rank": "the best rank",
    "rating": "the higher rating at the same rank",
    "name": "the name, at the same rank and rating",
}

# What another allocation would mean for a player.
VERDICTS: Mapping[str, str] = {"gains": "gains", "loses": "loses", "exchanges": "exchanges one for another"}
