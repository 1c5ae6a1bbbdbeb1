"""Prizes by the allocation specification v1.1, with what it plans for v1.2, and one order that proves itself.

| specification | function | test | status |
| --- | --- | --- | --- |
| Inputs, validation | `Contest`, `soundness.check` | `test_bad_input.py` | done |
| Step 1, the queue; value tiers | `brochure_key`, `Prize.tier` | `test_greedy.py` | done |
| Step 2, overrides | `allocate` | `test_overrides.py` | done |
| Step 3, greedy allocation, ties | `in_turn` | `test_acceptance.py`, `test_greedy.py` | done |
| Step 4, unfilled prizes | `allocate` | `test_acceptance.py` | done |
| Eligibility | `ineligibility` | `test_eligibility.py` | done |
| `first-win`, `allow-multiple` | `Mode` | `test_greedy.py` | done |
| Log lines | `Allocation.log` | `test_log.py` | done |
| v1.2, consistency audit | `audit` | `test_log.py` | done |
| v1.2, `useHighestValuePrize` | `Order.VALUE_FIRST` | `test_bad_input.py` | done |
| v1.2, `useCategoryRank` | `Rules.category_rank`, `Field.behind` | `test_category_rank.py` | done |
| conflicts resolved together | `undecided`, `Contest.decisions` | `test_decisions.py` | ours |
| the most prizes, each the best possible | `optimal`, `verify` | `test_optimal.py`, `test_checker.py` | ours |
| sharing of money | `share` | `test_sharing.py` | ours, off by default |
| explanations | `explain`, `why_not` | `test_explanation.py` | ours |
| what-if, comparison of orders | `what_if`, `compare` | `test_difference.py` | ours |
"""

from podium.core.arguments import guard
from podium.prizes.allocation import Allocation, Metadata, allocate
from podium.prizes.checker import Finding, verify
from podium.prizes.difference import Change, Difference, PrizeChange, compare, difference, what_if
from podium.prizes.eligibility import Unmatched, ineligibility
from podium.prizes.explanation import Bypass, Candidate, Explanation, WhyNot, audit, explain, why_not
from podium.prizes.model import Category, Contest, Decision, Mode, Order, Override, Player, Prize, Rules, Sharing
from podium.prizes.outcome import Award, Certificate, Conflict, Undecided, Unfilled, undecided
from podium.prizes.sharing import Payout, Pool, share

__all__ = [
    "Allocation",
    "Award",
    "Bypass",
    "Candidate",
    "Category",
    "Certificate",
    "Change",
    "Conflict",
    "Contest",
    "Decision",
    "Difference",
    "Explanation",
    "Finding",
    "Metadata",
    "Mode",
    "Order",
    "Override",
    "Payout",
    "Player",
    "Pool",
    "Prize",
    "PrizeChange",
    "Rules",
    "Sharing",
    "Undecided",
    "Unfilled",
    "Unmatched",
    "WhyNot",
    "allocate",
    "audit",
    "compare",
    "difference",
    "explain",
    "ineligibility",
    "share",
    "undecided",
    "verify",
    "what_if",
    "why_not",
]

guard(globals())
