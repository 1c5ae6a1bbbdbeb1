"""Which chapter of the manual the link *Help* of a page opens: by the template of the page."""

from __future__ import annotations

from podium.web.help.rendering import ADDRESS

CHAPTERS: dict[str, tuple[str, ...]] = {
    "tutorial": ("tournaments.html", "setup.html"),
    "how-to/accounts": ("account.html", "accounts.html", "audit.html", "invitation.html", "login.html"),
    "how-to/archive-an-event": ("restored.html",),
    "how-to/check-in": ("check_in.html", "check_in_arrival.html"),
    "how-to/continue-an-event": ("continuation.html",),
    "how-to/correct-mistakes": ("history.html", "past.html", "what_if.html"),
    "how-to/doubles": ("round_doubles.html", "round_doubles_reader.html", "team_sheet.html"),
    "how-to/enter-players": ("players.html", "player_edit.html", "new_players.html"),
    "how-to/enter-results": ("round.html", "round_asks.html"),
    "how-to/enter-results-twice": ("second_entry.html",),
    "how-to/fide-mode": ("caution.html",),
    "how-to/finish-an-event": ("story.html", "story_print.html", "certificates.html", "certificates_print.html"),
    "how-to/for-players": ("find_me.html", "round_reader.html", "player.html", "offline.html"),
    "how-to/games-as-pgn": ("round_games.html", "round_games_preview.html"),
    "how-to/give-prizes": (
        "prizes.html",
        "prizes_category.html",
        "prizes_import.html",
        "prizes_preview.html",
        "prizes_print.html",
        "prizes_run.html",
        "prizes_why.html",
    ),
    "how-to/import-players": ("import.html", "import_preview.html", "imported.html"),
    "how-to/knockout": ("bracket.html", "bracket_print.html", "match.html"),
    "how-to/links-and-roles": ("people.html", "player_links.html", "link_question.html", "slips.html"),
    "how-to/pair-a-round": ("no_rounds.html", "why.html"),
    "how-to/pair-by-hand": ("hand_pairing.html", "handmade.html", "seat_swap.html"),
    "how-to/play-online": ("game.html", "live_boards.html", "end_game.html"),
    "how-to/print": ("documents.html", "round_print.html"),
    "how-to/publish-an-event": ("overview.html",),
    "how-to/rating-lists": ("ratings.html", "rating_comparison.html"),
    "how-to/rating-report": ("rating_report.html",),
    "how-to/set-up-an-event": ("settings.html", "new_format.html", "new_rules.html"),
    "how-to/standings": ("standings.html", "crosstable.html"),
    "how-to/wall": ("screens.html",),
}
_OF_TEMPLATES = {template: chapter for chapter, templates in CHAPTERS.items() for template in templates}


def help_address(template: str) -> str:
    """Where the manual says how the page of a template is used; its table of contents where no chapter fits."""
    chapter = _OF_TEMPLATES.get(template)
    return f"{ADDRESS}/{chapter}" if chapter else ADDRESS
