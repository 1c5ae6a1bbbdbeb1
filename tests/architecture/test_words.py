"""What people read passes the seam of `podium.app.words.language`, with the placeholders that are filled in."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

import podium
from podium.app.words.dates import MONTHS, WEEKDAYS
from podium.app.words.language import placeholders
from tests.kit.loops import every

PACKAGE = Path(podium.__file__).parent
TEMPLATES = sorted((PACKAGE / "web" / "templates").glob("**/*.html"))
SPEAKING = ("app", "api", "cli", "documents", "web")
# Not what Podium says to people: the document of the API, the made-up events of the demo, what older databases say.
OTHERS = ("api/documentation.py", "api/described.py", "api/resources/tournaments.py", "app/showcase/", "app/older/")
MODULES = sorted(
    path
    for room in SPEAKING
    for path in (PACKAGE / room).glob("**/*.py")
    if not path.relative_to(PACKAGE).as_posix().startswith(OTHERS)
)
SCRIPTS = sorted((PACKAGE / "web" / "static").glob("*.js")) + sorted((PACKAGE / "web" / "static" / "game").glob("*.js"))
SHEETS = sorted((PACKAGE / "documents").glob("**/*.typ"))
SEAM = {"_", "N_", "mark", "ngettext", "counted"}  # `mark` is what rooms below `app` call `N_`

# Text of templates that is the same in every language.
NAMES_IN_TEMPLATES = {
    "Podium",  # the name of the program
    "Esc",  # what is printed on a key
    "Enter",  # the same
    "Authorization: Bearer …",  # a header of HTTP
    "podium user add NAME",  # a command
}
# Strings of scripts that look like words and are none that people read: keys, headers, interfaces of browsers.
NAMES_IN_SCRIPTS = {
    "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Backspace", "Delete", "End", "Enter", "Escape", "Home",
    "Accept", "Content-Language", "Content-Type",
    "Content-Security-Policy", "Idempotency-Key", "Kept-At", "Podium-Keep", "Podium-Rows",
    "AudioContext", "BroadcastChannel", "Notification", "PushManager", "Bishop", "King", "Knight", "Pawn", "Queen",
    "Rook",
}  # fmt: skip
NAMES_IN_SHEETS = {"Source Sans 3", "Libertinus Serif", "DejaVu Sans Mono", "Podium"}  # fonts, and the program
# Strings in expressions of templates that look like words and are not shown.
CLASSES = re.compile(r"[a-z][a-z -]*")  # names of classes, of parts, of fields: small letters only
# Calls whose strings nobody reads: codes of errors, names of options and fields, patterns.
SILENT_CALLS = {
    "AssertionError", "Choice", "Counter", "Forbidden", "FormatError", "Gauge", "Histogram", "Invalid", "Meta",
    "Refused", "Stale", "TokenLimited", "TypeVar", "Unknown", "ValueError", "argument", "command", "compile", "debug",
    "endswith",
    "exception", "fullmatch", "getattr", "group", "info", "option", "removeprefix", "see", "see_as", "seen_as", "split",
    "startswith",
    "table", "warning",
}  # fmt: skip
# `podium.cli.program.in_language` puts the help into the language; the document of the API is in English.
SILENT_KEYWORDS = {"description", "examples", "help", "metavar", "summary"}
# Strings in Python that look like sentences and are none that people read, by the end of the module's path.
ELSEWHERE: dict[str, set[str]] = {
    # Days in English; other languages have theirs from Babel.
    "app/words/dates.py": {*MONTHS, *WEEKDAYS},
    # Headers of HTTP, and a policy for browsers.
    "api/application.py": {
        "default-src 'self'; img-src 'self' data:; style-src 'self' …; script-src 'self'; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    },
    "api/language.py": {"Accept-Language, Cookie"},
    "api/resources/events.py": {"Last-Event-ID"},
    "api/resources/server.py": {"Bearer …"},
    "api/parameters.py": {"If-Match", "Idempotency-Key"},
    "api/acts.py": {"If-Match"},
    "app/ratings/list_updates.py": {"Podium", "Last-Modified"},
    "app/problems.py": {"private, no-cache", "Authorization, Cookie"},
    # The name of the program in the page of last resort.
    "api/last_resort.py": {
        '<!doctype html><html lang="…"><head><meta charset="utf-8"><title>… · Podium</title></head>'
        '<body><h1>Podium</h1><h2>…</h2><p>…</p><p><a href="/">…</a></p></body></html>'
    },
    # What files for other programs call things, whatever the language.
    "app/trf/simulated.py": {"Player …", "Individual: Swiss-System (FIDE Dutch)", "Random tournament …"},
    "app/exports/us_chess_report.py": {"Open"},
    "app/event/fide_words.py": {"by rating", "not by rating", "unrated …"},
    # Acts that may be forbidden: their words are in `podium.app.words.errors`.
    "api/resources/screens.py": {"compose screens", "keep the clock", "write messages"},
    "app/access.py": {"Podium", "administer accounts"},
    "app/pgn/importing.py": {"import games"},
    # Names of structs and of what is documented of them.
    "api/__init__.py": {"Parts"},
    "api/routes.py": {"live games"},
    "api/resources/games.py": {
        "Be there: the clock starts when both are",
        "Resign",
        "Offer a draw",
        "Accept a draw",
        "Decline a draw",
        "Withdraw a draw offer",
        "Pause a game (arbiter)",
        "Let a paused game go on (arbiter)",
        "Annul a game (arbiter)",
        "Start one game of a round (arbiter)",
        "Take the start of one game back (arbiter)",
        "Undo the time, wait or take-back of last (arbiter)",
    },
    "app/event/answers.py": {
        "A tournament: all its settings, its status in a word, and how large it is; the prizes say `start_date`."
    },
    # Tags of PGN, and words of report files.
    "app/pgn/answers.py": {"White", "Black", "Round"},
    "app/pgn/export.py": {"time forfeit", "White", "Black"},
    "app/pgn/matching.py": {"White", "Black"},
    "app/trf/adoption.py": {"Tournament", "Player …"},
    "app/trf/round_robin.py": {"BY HAND"},
    # What stands in logs, and between processes.
    "app/accounts/accounts.py": {"scorer link", "player link"},
    "app/rounds/pairing_pool.py": {"pair round …"},
    "app/server/log_lines.py": {"Fault %s"},
    "app/server/worker_pool.py": {"no worker"},
    "app/server/worker_process.py": {"too much memory", "parent watch"},
    # What a random tournament writes into its report file, which is the same for everybody.
    "cli/verbs/generate.py": {"Player …", "Random tournament …", "Individual: Swiss-System (FIDE Dutch)"},
    # What a report file calls the formats.
    "app/formats/manual.py": {"Individual"},
    "app/formats/round_robin.py": {
        "Individual: Round-Robin",
        "Individual: Double-Round-Robin",
        "Individual: Round-Robin, paired by hand",
    },
    "app/formats/swiss.py": {"Individual: Swiss-System (FIDE Dutch)"},
    # Headers of an answer.
    "web/frame/responses.py": {"private, no-cache", "Cookie"},
    # Classes of the picture, and names of fonts.
    "app/pictures/bracket.py": {
        "player advancing",
        "player out",
        "system-ui, sans-serif",
        "Source Sans 3, sans-serif",
    },
    # Names of the steps, which only programmers see.
    "app/event/progress.py": {
        "add players",
        "close a round",
        "end the editing of a round by hand",
        "enter results",
        "look at the final standings",
        "pair a round",
        "publish a round",
        "publish the tournament",
    },
    # Values of forms, and what stands for a name while the other fields are checked.
    "web/formats/knockout_pages/match_views.py": {"WHITE_WIN NO_SHOW", "BLACK_WIN NO_SHOW"},
    "web/players/players.py": {"a name"},
    "web/event/settings_form.py": {"a name"},
    "web/event/settings_fields.py": {"columns three"},
    # The help of flags, which is read from the commands.
    "app/event/option_words.py": {"If none: …"},
    # A command to type.
    "cli/verbs/boards.py": {"podium match … … … RESULT --game …"},
    # How the manual, which is English, spells what it is searched for.
    "web/help/search.py": {"Elsewhere", "tie break", "half point", "round robin"},
}


def in_html(path: Path) -> Iterator[str]:
    """The words in the HTML of a template, and in the attributes that are read aloud."""
    tree = Environment(extensions=["jinja2.ext.i18n"]).parse(path.read_text("utf-8"))
    html = "\0".join(node.data for node in tree.find_all(nodes.TemplateData))
    html = re.sub(r"<kbd>.*?</kbd>", "", html)
    html = re.sub(r' (?:aria-invalid="true|aria-describedby="\w-|data-only-for=")', "", html)  # attributes by macros
    for value in re.findall(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"', html):
        yield from _words(value)
    yield from _words(re.sub(r"<[^>]*>", "\0", html))


def _words(text: str) -> Iterator[str]:
    for piece in text.split("\0"):
        if re.search(r"[A-Za-z]{2}", re.sub(r"&\w+;", "", piece)) and piece.strip() not in NAMES_IN_TEMPLATES:
            yield piece.strip()


def in_expressions(path: Path) -> Iterator[str]:
    """The strings in the expressions of a template that are not handed to the seam and look like words."""
    tree = Environment(extensions=["jinja2.ext.i18n"]).parse(path.read_text("utf-8"))
    spoken = {
        id(each)
        for call in tree.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name in SEAM
        for each in call.args
    }
    for const in tree.find_all(nodes.Const):
        if isinstance(const.value, str) and id(const) not in spoken and is_prose(const.value):
            yield const.value


def is_prose(text: str) -> bool:
    """Whether a string reads like words for people: a capital and small letters, or several words and a mark."""
    text = text.strip()
    if re.search("<[^>]*>", text):  # markup: what stands between its tags
        pieces = re.sub(r"<[^>]*>", "\0", text).split("\0")
        return any(piece.strip() not in NAMES_IN_TEMPLATES and is_prose(piece) for piece in pieces)
    if CLASSES.fullmatch(text) or re.search(r"^[/#<.]|://|=", text):
        return False
    return bool(re.match(r"[A-Z][a-z]+([ ,:;.?…’'-]|$)", text) or re.search(r"[A-Za-z]{2}\S* \S*[A-Za-z]{2}", text))


def in_python(path: Path) -> Iterator[str]:
    """The strings of a module that are not handed to the seam and read like words for people."""
    yield from _unspoken(ast.parse(path.read_text("utf-8")), quiet=False)


def _unspoken(node: ast.AST, *, quiet: bool) -> Iterator[str]:
    match node:
        case ast.Constant(value=str() as text):
            if not quiet and (is_prose(text) or _is_phrase(text)):
                yield text
            return
        case ast.JoinedStr(values=values):
            text = "".join(str(each.value) if isinstance(each, ast.Constant) else "…" for each in values)
            if not quiet and (is_prose(text) or _is_phrase(text)):
                yield text
            for each in values:
                if isinstance(each, ast.FormattedValue):
                    yield from _unspoken(each.value, quiet=quiet)
            return
        case ast.Expr(value=ast.Constant()):
            return  # a docstring
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            quiet = quiet or name in SILENT_CALLS
            if name in SEAM:
                for keyword in node.keywords:
                    yield from _unspoken(keyword.value, quiet=quiet)
                return
        case ast.keyword(arg=str() as name) if name in SILENT_KEYWORDS:
            return
        case ast.Assert(test=test):
            yield from _unspoken(test, quiet=quiet)
            return
        case ast.Compare() | ast.MatchValue() | ast.Subscript():
            quiet = True
        case ast.Dict(values=values):
            for value in values:
                yield from _unspoken(value, quiet=quiet)
            return
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            for part in (node.args, *node.body):
                yield from _unspoken(part, quiet=quiet)
            return  # decorators declare routes and options
        case ast.arguments(defaults=defaults, kw_defaults=others):
            for each in (*defaults, *filter(None, others)):
                yield from _unspoken(each, quiet=quiet)
            return
        case ast.AnnAssign(value=value):
            if value is not None:
                yield from _unspoken(value, quiet=quiet)
            return
    for child in ast.iter_child_nodes(node):
        yield from _unspoken(child, quiet=quiet)


def _is_phrase(text: str) -> bool:
    """Several small words, which in Python are hardly anything but a phrase."""
    return re.fullmatch(r"(?=.*[a-z])(…|[a-z]+(-[a-z]+)?)( (…|[a-z]+(-[a-z]+)?))+[.:?]?", text.strip()) is not None


# What a script looks for in a page, a question about the screen, or a length.
_SELECTOR = re.compile(r"[\[\]#>]|:\w|\w\.\w|^\.|^[a-z]+(, [a-z]+)+$|^\(.*: .*\)$|^\d+px")


def in_script(path: Path) -> Iterator[str]:
    """The strings of a script that read like words for people: all that it says comes with the page."""
    code = re.sub(r"^\s*(//|/?\*).*$|(?<=[\s;{])// .*$", "", path.read_text("utf-8"), flags=re.MULTILINE)
    for quote, text in re.findall(r"""(["'`])((?:\\.|(?!\1).)*)\1""", code):
        words = re.sub(r"\$\{[^}]*\}", "…", text) if quote == "`" else text
        if words not in NAMES_IN_SCRIPTS and not _SELECTOR.search(words) and is_prose(words):
            yield words


def in_sheet(path: Path) -> Iterator[str]:
    """The words of a template of typst: all that is said comes as data."""
    code = re.sub(r"//.*$", "", path.read_text("utf-8"), flags=re.MULTILINE)
    strings = re.findall(r'"((?:\\.|[^"\\])*)"', code)
    markup = re.findall(r"\[([^\[\]#\n]*)\]", code)
    yield from (text for text in (*strings, *markup) if text not in NAMES_IN_SHEETS and is_prose(text))


def calls_in_python(path: Path) -> Iterator[tuple[list[str], set[str]]]:
    """The texts of each call of the seam, and the names that are filled in."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id="_"), args=[ast.Constant(value=str() as text)], keywords=keywords):
                yield [text], {each.arg or "**" for each in keywords}
            case ast.Call(
                func=ast.Name(id="ngettext" | "counted"),
                args=[ast.Constant(value=str() as one), ast.Constant(value=str() as many), *_],
                keywords=keywords,
            ):
                yield [one, many], {"num", *(each.arg or "**" for each in keywords)}


def calls_in_template(path: Path) -> Iterator[tuple[list[str], set[str]]]:
    """The same of a template."""
    for call in Environment(extensions=["jinja2.ext.i18n"]).parse(path.read_text("utf-8")).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in SEAM:
            texts = [each.value for each in call.args if isinstance(each, nodes.Const) and isinstance(each.value, str)]
            filled = {each.key for each in call.kwargs} | ({"num"} if call.node.name == "ngettext" else set())
            if texts:
                yield texts, filled


@every("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_say_nothing_past_the_seam(path: Path) -> None:
    assert [*in_html(path), *in_expressions(path)] == []


@every("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_modules_say_nothing_past_the_seam(path: Path) -> None:
    allowed = ELSEWHERE.get(path.relative_to(PACKAGE).as_posix(), set())
    assert [text for text in in_python(path) if text not in allowed] == []


@every("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_say_what_the_page_hands_to_them(path: Path) -> None:
    assert list(in_script(path)) == []


@every("path", SHEETS, ids=lambda path: path.name)
def test_paper_says_what_the_document_hands_to_it(path: Path) -> None:
    assert list(in_sheet(path)) == []


@every("path", [*MODULES, *TEMPLATES], ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_what_is_filled_in_is_what_the_text_names(path: Path) -> None:
    calls = calls_in_python(path) if path.suffix == ".py" else calls_in_template(path)
    for texts, filled in calls:
        named = set().union(*map(placeholders, texts))
        assert "**" in filled or named <= filled, texts
        assert "**" in filled or filled - {"num"} <= named, texts


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('say("Nothing was found.")', ["Nothing was found."]),
        ('say(f"{count} players")', ["… players"]),
        ('x = {"key with words": 1}', []),
        ('say(_("Nothing was found."))', []),
        ('say(_("%(what)s found", what="nothing at all"))', ["nothing at all"]),
        ('"""A docstring of words."""', []),
        ('raise Unknown("user", name)', []),
    ],
)
def test_a_sentence_past_the_seam_is_found(tmp_path: Path, code: str, said: list[str]) -> None:
    (tmp_path / "a.py").write_text(code)
    assert list(in_python(tmp_path / "a.py")) == said


def test_words_past_the_seam_are_found_in_a_template(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text('<p title="A title">Some {{ count }} words</p>{{ parts.link("/", "Go there") }}{{ _("Fine") }}')
    assert [*in_html(page), *in_expressions(page)] == ["A title", "Some", "words", "Go there"]


def test_a_wrong_placeholder_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('_("Round %(round)s", number=3)')
    [(texts, filled)] = calls_in_python(tmp_path / "a.py")
    assert (placeholders(texts[0]), filled) == ({"round"}, {"number"})


def test_words_in_a_script_and_on_paper_are_found(tmp_path: Path) -> None:
    script = tmp_path / "a.js"
    script.write_text(
        '// A comment.\nsay("Nothing was saved."); say(`Board ${n} is open`); listen("Escape"); $("main a")'
    )
    assert list(in_script(script)) == ["Nothing was saved.", "Board … is open"]
    sheet = tmp_path / "a.typ"
    sheet.write_text('// A comment.\n#let head = text(data.event)\n#text("Signed by") [Page of pages]')
    assert list(in_sheet(sheet)) == ["Signed by", "Page of pages"]
