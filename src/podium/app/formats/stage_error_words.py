"""What each code that is about events of stages means, as a sentence for the person who runs the event."""

from collections.abc import Mapping

from podium.app.words.language import N_

STAGE_SENTENCES: Mapping[str, str] = {
    "stages-missing": N_("An event of stages needs at least two, such as a round robin in groups and a knockout."),
    "stages-of-another-format": N_("Stages are for the format stages: an event of the format %(format)s has none."),
    "stage-malformed": N_(
        "%(value)s is no stage: name a format and what else is to be decided, as round-robin groups=4."
    ),
    "qualify-in-first-stage": N_("Everybody plays in the first stage: who goes on is said of the stages after it."),
    "carry-in-first-stage": N_("Nothing can be carried to the first stage: nobody has points yet."),
    "draw-after-first-stage": N_("Only the groups of the first stage are drawn: later ones follow from who goes on."),
    "bracket-before-last-stage": N_("Nothing can follow a champion: the format %(value)s is for the last stage."),
    "format-not-in-stage": N_("A stage cannot be played as %(value)s: use %(allowed:or)s."),
    "seeds-follow-cut": N_("The seeding of a stage follows from who goes on to it: it cannot be %(value)s."),
    "groups-not-in-format": N_("The format %(format)s is played by all together: it cannot have %(value)s groups."),
    "carry-not-in-format": N_("Points cannot be carried to the format %(format)s, which counts none."),
    "not-in-stage": N_("%(field:bare)s cannot be said of a stage: its groups follow from the plan of the event."),
    "groups-not-planned": N_("The plan has %(planned)s groups, not %(value)s: change the stages first."),
    "groups-follow-cut": N_("The groups of stage %(value)s follow from who goes on to it."),
    "stage-begun": N_("Stage %(value)s has begun: take it back first."),
    "later-stage-begun": N_("Stage %(later)s has begun, so stage %(value)s does not change: take that back first."),
    "stage-unfinished": N_("Stage %(value)s is not over: play all of its rounds to the end first."),
    "no-stages": N_("An event of the format %(value)s has no stages."),
    "carry-leaves-nothing": N_(
        "With what is carried nobody has a game left to play in stage %(value)s: carry no points, or have more go on."
    ),
    "teams-outside-bracket": N_("Fixed pairs play in a bracket, not in the format %(format)s."),
    "teams-of-odd": N_("Of %(value:players)s one would have no partner: have %(most)s or one more go on."),
    "rounds-of-group": N_("A group of %(players)s can play %(most:rounds)s at most, not %(value)s."),
    "entry-ended-with-cut": N_("Nobody can enter any more: stage %(stage)s has begun with those who went on to it."),
    "cut-undecided": N_(
        "Nothing parts %(names:and)s, and there is room for %(places)s of them in stage %(value)s: say who goes on, or "
        "let all go on."
    ),
    "cut-elsewhere": N_("%(names:some)s cannot go on: it is between %(others:some)s."),
    "cut-has-consequences": N_(
        "Stage %(stage)s has begun with what this result led to: confirm the correction, which takes back every stage "
        "that would begin otherwise."
    ),
    "tiebreak-not-in-stages": N_(
        "Tie-breaks are those of each stage: ask for the standings of one stage to rank by %(value)s."
    ),
    "stage-not-rated": N_(
        "There is no rating report of this event: FIDE's regulations do not rate game by game what is played in stage "
        "%(value)s."
    ),
    "tiebreaks-of-stages": N_("Tie-breaks are those of each stage."),
}
