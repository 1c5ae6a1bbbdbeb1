"""Which address leads to which page or act."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import HttpMethod, Request, Response, Router, post, route
from litestar.config.compression import CompressionConfig
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.params import SkipValidation

from podium.app.words.language import paper_language, speaking
from podium.web.accounts import account, accounts, people, sign_in
from podium.web.documents import documents
from podium.web.event import (
    attachments,
    continuation,
    event_about,
    event_from_file,
    history,
    new_event,
    overview,
    settings,
    tournaments,
)
from podium.web.event import new_event_players as new_players
from podium.web.forecast import forecast
from podium.web.formats.doubles_pages import entry as doubles_entry
from podium.web.formats.knockout_pages import bracket, matches
from podium.web.formats.stage_pages import stages
from podium.web.frame.error_pages import error_pages
from podium.web.frame.forms import MOST_BYTES, Form, read_form
from podium.web.frame.refusals import PageFinder
from podium.web.frame.requests import visit_of
from podium.web.frame.responses import PageHandler, see_other
from podium.web.frame.shared_forms import SharedForm
from podium.web.frame.static_files import static_file
from podium.web.frame.visit import Visit
from podium.web.hall import arrivals, check_in, installed_app, round_start, screens, wall
from podium.web.help import search as help
from podium.web.live import game, game_acts, live_boards, many_boards
from podium.web.players import import_players, player, player_links, players
from podium.web.players import my_player as me
from podium.web.prizes import certificates, prize_allocation, prize_setup, prizes
from podium.web.ratings import rating_check, rating_comparison, rating_report
from podium.web.ratings import rating_lists as ratings
from podium.web.rounds import (
    board_acts,
    hand_pairing,
    own_reports,
    round_games,
    round_reading,
    rounds,
    seat_swap,
    second_entry,
    what_if,
    why,
)
from podium.web.standings import standings, ties
from podium.web.story import story

FileHandler = Callable[[Visit], Response[bytes]]

# A round of 250 boards is half a megabyte that packs to a twentieth; a kilobyte is not worth packing.
PACKING = CompressionConfig(backend="gzip", minimum_size=1024, gzip_compress_level=5)

DRAFT = "/new/{draft:str}"
T = "/t/{id:str}"
PLAYER = T + "/players/{player:str}"
ROUND = T + "/rounds/{round:int}"
GAME = T + "/games/{pairing:str}"
MATCH = T + "/matches/{match:str}"
VERSION = T + "/history/{version:int}"


def on_paper(handler: PageHandler) -> PageHandler:
    """A page for the printer, in the language of its event unless `?language=de` names another."""

    def printed(visit: Visit) -> Response[str]:
        settings = visit.see().state.settings
        with speaking(paper_language(settings, visit.query.get("language")), settings):
            return handler(visit)

    return printed


PAGES: tuple[tuple[str, PageHandler], ...] = (
    ("/", tournaments.list_page),
    ("/new", new_event.start_page),
    (DRAFT + "/format", new_event.format_page),
    (DRAFT + "/players", new_players.players_page),
    (DRAFT + "/rules", new_event.rules_page),
    ("/login", sign_in.login_page),
    ("/setup", sign_in.setup_page),
    ("/l/{secret:str}", sign_in.open_link),
    ("/start/{token:str}", sign_in.launch_page),
    ("/account", account.account_page),
    ("/accounts", accounts.accounts_page),
    ("/audit", accounts.audit_page),
    ("/ratings", ratings.ratings_page),
    ("/invitation/{secret:str}", accounts.invitation_page),
    ("/offline", installed_app.offline_page),
    ("/language/{code:str}", account.choose_language),
    ("/help", help.contents_page),
    ("/help/{chapter:path}", help.chapter_page),
    (T, overview.overview_page),
    (T + "/me", me.find_page),
    (T + "/me/line", me.line_page),
    (T + "/settings", settings.settings_page),
    (T + "/continue", continuation.continuation_page),
    (T + "/people", people.people_page),
    (T + "/people/players", player_links.links_page),
    (T + "/audit", accounts.tournament_audit_page),
    (T + "/players", players.players_page),
    (T + "/players/import", import_players.import_page),
    (T + "/players/compare", rating_comparison.comparison_page),
    (T + "/players/ratings", rating_check.check_page),
    (PLAYER, player.player_page),
    (PLAYER + "/edit", player.edit_page),
    (PLAYER + "/rounds", player.lines_page),
    (T + "/rounds", rounds.rounds_page),
    (T + "/rounds/pair", hand_pairing.sheet_page),
    (T + "/rounds/teams", doubles_entry.sheet_page),
    (ROUND, round_reading.round_page),
    (ROUND + "/changes", board_acts.changes_page),
    (ROUND + "/swap", seat_swap.swap_page),
    (ROUND + "/second", second_entry.second_page),
    (ROUND + "/print", on_paper(rounds.print_page)),
    (ROUND + "/live", live_boards.live_page),
    (ROUND + "/replay", live_boards.replay_page),
    (ROUND + "/pgn", round_games.games_page),
    (T + "/checkin", check_in.check_in_page),
    (T + "/checkin/{code:str}", arrivals.arrival_page),
    (T + "/screen", wall.usual_screen_page),
    (T + "/screen/{key:str}", wall.screen_page),
    (T + "/screens", screens.screens_page),
    (ROUND + "/edit", why.edit_page),
    (GAME + "/why", why.why_page),
    (GAME + "/play", game.game_page),
    (GAME + "/embed", game.embedded_page),
    (T + "/bracket", bracket.bracket_page),
    (T + "/stages", stages.stages_page),
    (T + "/stages/groups", stages.groups_page),
    (T + "/stages/{stage:int}", stages.start_page),
    (T + "/bracket/print", on_paper(matches.print_page)),
    (MATCH, matches.match_page),
    (T + "/what-if", what_if.what_if_page),
    (T + "/standings", standings.standings_page),
    (T + "/crosstable", standings.crosstable_page),
    (T + "/ties", ties.ties_page),
    (T + "/typed-tiebreaks", ties.typed_page),
    (T + "/rating-report", rating_report.report_page),
    (T + "/forecast", forecast.forecast_page),
    (T + "/story", story.story_page),
    (T + "/story/print", on_paper(story.print_page)),
    (T + "/pictures/{name:str}", story.picture_file),
    ("/pictures.css", story.style_sheet),
    (T + "/certificates", certificates.certificates_page),
    (T + "/certificates/print", on_paper(certificates.print_page)),
    (T + "/prizes", prizes.prizes_page),
    (T + "/prizes/print", lambda visit: see_other(visit, f"{visit.url}/print")),
    (T + "/print", documents.documents_page),
    (T + "/prizes/category", prize_setup.category_page),
    (T + "/prizes/import", prize_setup.import_page),
    (T + "/prizes/run", prize_allocation.run_page),
    (T + "/prizes/why", prizes.why_page),
    (T + "/history", history.history_page),
    (VERSION, history.version_page),
)

ACTS: tuple[tuple[str, PageHandler], ...] = (
    ("/new", new_event.start),
    ("/new/report", event_from_file.create_from_report),
    ("/new/archive", event_from_file.restore),
    ("/new/templates/{template:int}/start", new_event.start_from_template),
    ("/new/templates/{template:int}/drop", new_event.drop_template),
    (
        DRAFT + "/format",
        SharedForm(new_event.format_fields, new_event.save_format, new_event.show_format, journalled=False),
    ),
    (
        DRAFT + "/players",
        SharedForm(new_players.players_fields, new_players.save_players, new_players.show_players, journalled=False),
    ),
    (
        DRAFT + "/rules",
        SharedForm(new_event.rules_fields, new_event.save_rules, new_event.show_rules, journalled=False),
    ),
    (DRAFT + "/drop", new_event.drop),
    ("/login", sign_in.log_in),
    ("/logout", sign_in.log_out),
    ("/setup", sign_in.create_owner),
    ("/account/password", account.change_password),
    ("/account/language", account.change_language),
    ("/account/tokens", account.add_token),
    ("/account/tokens/{token:int}/drop", account.drop_token),
    ("/account/sessions/{session:str}/end", account.end_session),
    ("/account/sessions/end", account.end_other_sessions),
    ("/accounts/invite", accounts.invite),
    ("/accounts/invitations/{invitation:int}/drop", accounts.drop_invitation),
    ("/accounts/{account:int}/reset", accounts.reset),
    ("/accounts/{account:int}/change", accounts.change),
    ("/accounts/{account:int}/remove", accounts.remove),
    (T + "/take-down", accounts.take_down),
    ("/ratings/{list:str}/drop", ratings.drop),
    ("/ratings/update", ratings.update),
    ("/ratings/daily", ratings.switch_daily),
    ("/invitation/{secret:str}", accounts.accept_invitation),
    ("/l/{secret:str}", sign_in.replace_session),
    ("/start/{token:str}", sign_in.take_name),
    ("/stop", tournaments.stop),
    (T + "/settings", SharedForm(settings.fields, settings.save, settings.show)),
    (T + "/continue", SharedForm(continuation.fields, continuation.go_on, continuation.show)),
    (T + "/me", me.choose),
    (T + "/duplicate", new_event.duplicate),
    (T + "/template", settings.keep_template),
    (T + "/logo", attachments.LOGO.change),
    (T + "/logo/remove", attachments.LOGO.remove),
    (T + "/certificates/background", attachments.BACKGROUND.change),
    (T + "/certificates/background/remove", attachments.BACKGROUND.remove),
    (T + "/podium", screens.reveal),
    (T + "/publish", settings.publish),
    (T + "/hide", settings.hide),
    (T + "/archive", settings.archive),
    (T + "/restore", settings.restore),
    (T + "/delete", settings.delete),
    (T + "/leave-fide-mode", settings.leave_fide_mode),
    (T + "/people/roles", people.set_role),
    (T + "/people/links", people.add_link),
    (T + "/people/players", player_links.make_links),
    (T + "/people/links/{link:int}/drop", people.drop_link),
    (T + "/checkin/open", check_in.open_),
    (T + "/checkin/player", check_in.note),
    (T + "/checkin/start", round_start.start),
    (T + "/checkin/me", arrivals.arrive_by_link),
    (T + "/checkin/late", check_in.enter_late),
    (T + "/checkin/withdraw", check_in.withdraw),
    (T + "/checkin/bye", check_in.request_bye),
    (T + "/checkin/{code:str}", arrivals.arrive),
    (T + "/players", players.add_player),
    (T + "/players/renumber", players.renumber),
    (T + "/players/exchange-numbers", players.exchange_numbers),
    (T + "/players/compare", rating_comparison.take),
    (T + "/players/ratings", rating_check.apply),
    (T + "/players/ratings/sequence", rating_check.change_sequence),
    (T + "/players/ratings/switch", rating_check.switch_check),
    (T + "/players/ratings/pick", rating_check.pick),
    (T + "/players/paste", import_players.paste),
    (T + "/players/import", import_players.preview),
    (T + "/players/import/confirm", import_players.confirm),
    (PLAYER + "/edit", SharedForm(player.fields, player.save, player.show)),
    (PLAYER + "/byes", SharedForm(player.bye_fields, player.set_byes, player.show)),
    (PLAYER + "/ratings", SharedForm(player.later_rating_fields, player.set_later_ratings, player.show)),
    (PLAYER + "/photo", attachments.PHOTO.change),
    (PLAYER + "/photo/remove", attachments.PHOTO.remove),
    (PLAYER + "/withdraw", player.withdraw),
    (PLAYER + "/expel", player.expel),
    (PLAYER + "/return", player.bring_back),
    (PLAYER + "/remove", player.remove),
    (PLAYER + "/forget", player.forget),
    (PLAYER + "/devices", player_links.let_another_device_in),
    (T + "/rounds", rounds.pair_round),
    (T + "/rounds/all", rounds.pair_all_rounds),
    (T + "/rounds/pair", hand_pairing.pair),
    (T + "/rounds/teams", doubles_entry.pair),
    (ROUND + "/publish", rounds.publish),
    (ROUND + "/start", rounds.start),
    (ROUND + "/hold", rounds.hold),
    (ROUND + "/close", rounds.close),
    (ROUND + "/finish", rounds.finish),
    (ROUND + "/reopen", rounds.reopen),
    (ROUND + "/unpair", rounds.unpair),
    (ROUND + "/position", rounds.set_start_position),
    (ROUND + "/edit", why.edit_pairings),
    (GAME + "/report", own_reports.report),
    (GAME + "/report/confirm", own_reports.confirm),
    (GAME + "/report/object", own_reports.object_to),
    (GAME + "/report/withdraw", own_reports.withdraw),
    (ROUND + "/pgn", round_games.preview),
    (ROUND + "/pgn/import", round_games.confirm),
    (ROUND + "/swap", seat_swap.swap),
    (ROUND + "/byes", board_acts.give_bye),
    (ROUND + "/games", board_acts.add_game),
    (GAME + "/result", board_acts.record_result),
    (GAME + "/second", second_entry.enter),
    (GAME + "/second/right", second_entry.resolve),
    (GAME + "/sets", doubles_entry.record_sets),
    (GAME + "/sets/click", doubles_entry.record_click),
    (GAME + "/sets/score", doubles_entry.record_score),
    (GAME + "/bye", board_acts.set_bye_type),
    (GAME + "/turn", board_acts.swap_colours),
    (GAME + "/seats", board_acts.seat_player),
    (GAME + "/remove", board_acts.remove_pairing),
    *((f"{GAME}/play/{path}", act) for path, act in game_acts.ACTS),
    (ROUND + "/live/control", many_boards.control_boards),
    *((f"{GAME}/live/{path}", act) for path, act in live_boards.ACTS),
    (T + "/bracket", bracket.build_bracket),
    (T + "/bracket/more", bracket.add_round),
    (T + "/stages/groups", stages.set_groups),
    (T + "/stages/{stage:int}", stages.start_stage),
    (MATCH + "/result", matches.record_result),
    (T + "/what-if", what_if.confirm),
    (T + "/screens", screens.add_screen),
    (
        T + "/screens/{key:str}",
        SharedForm(screens.screen_fields, screens.save_screen, screens.show_screen, journalled=False),
    ),
    (T + "/screens/{key:str}/remove", screens.remove_screen),
    (T + "/clock", screens.change_clock),
    (T + "/messages", screens.add_message),
    (T + "/messages/{message:int}/drop", screens.drop_message),
    (T + "/ties", SharedForm(ties.tie_fields, ties.decide_tie, ties.show_ties)),
    (T + "/typed-tiebreaks", SharedForm(ties.typed_fields, ties.save_typed, ties.show_typed)),
    (T + "/prizes", SharedForm(prizes.line_fields, prizes.set_line, prizes.show)),
    (T + "/prizes/category", SharedForm(prize_setup.fields, prize_setup.save, prize_setup.show)),
    (T + "/prizes/category/remove", prize_setup.remove),
    (T + "/prizes/import", prize_setup.preview),
    (T + "/prizes/import/confirm", prize_setup.confirm),
    (T + "/prizes/run", prize_allocation.finalise),
    (T + "/prizes/rules", prize_allocation.keep_rules),
    (T + "/prizes/publish", prizes.publish),
    (T + "/prizes/hide", prizes.hide),
    (T + "/redo", history.redo),
    (VERSION + "/undo", history.undo),
    (VERSION + "/rewind", history.rewind),
)

FINDER = PageFinder.from_routes(PAGES)
ERROR_PAGES = error_pages(FINDER)
"""What a browser gets for each kind of exception."""


FILES: tuple[tuple[str, FileHandler], ...] = (
    ("/manifest.webmanifest", installed_app.manifest),
    ("/service-worker.js", installed_app.service_worker),
    ("/help/images/{picture:path}", help.picture_file),
    (T + "/schedule.ics", event_about.schedule_file),
    (T + "/logo", attachments.LOGO.file),
    (T + "/certificates/background", attachments.BACKGROUND.file),
    (PLAYER + "/photo", attachments.PHOTO.file),
    (T + "/share.png", story.card_file),
    (GAME + "/position.png", game.picture_file),
)


def page_router() -> Router:
    """Every page, every form and the static files, with what a browser is told when they fail."""
    return Router(
        "/",
        route_handlers=[
            *(_page(path, handler) for path, handler in PAGES),
            *(_act(path, handler) for path, handler in ACTS),
            *(_file(path, handler) for path, handler in FILES),
            ratings.load_list,
            static_file,
        ],
        before_request=refuse_nul,
        dependencies={"form": Provide(read_form)},
        exception_handlers=ERROR_PAGES,
        include_in_schema=False,
        middleware=[DefineMiddleware(CompressionMiddleware, config=PACKING)],
        request_max_body_size=MOST_BYTES,
    )


def _page(path: str, handler: PageHandler) -> HTTPRouteHandler:
    def answer(request: Request[Any, Any, Any]) -> Response[str]:
        return handler(visit_of(request, Form()))

    return route(path, http_method=[HttpMethod.GET, HttpMethod.HEAD], sync_to_thread=True)(answer)


def _file(path: str, handler: FileHandler) -> HTTPRouteHandler:
    def answer(request: Request[Any, Any, Any]) -> Response[bytes]:
        return handler(visit_of(request, Form()))

    return route(path, http_method=[HttpMethod.GET, HttpMethod.HEAD], sync_to_thread=True)(answer)


def _act(path: str, handler: PageHandler) -> HTTPRouteHandler:
    def answer(request: Request[Any, Any, Any], form: NamedDependency[SkipValidation[Form]]) -> Response[str]:
        return handler(visit_of(request, form))

    return post(path, sync_to_thread=True)(answer)


async def refuse_nul(request: Request[Any, Any, Any]) -> None:
    """Raise NotFoundException for an address with a NUL: no id has one, and PostgreSQL takes none to look for it."""
    if "\0" in request.scope["path"]:
        raise NotFoundException
