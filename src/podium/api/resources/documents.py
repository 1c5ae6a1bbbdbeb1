"""What is printed of a tournament, as PDF."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated

from litestar import Response
from litestar.params import PathParameter, QueryParameter

from podium.api.bodies import ApiRequest
from podium.api.callers import not_allowed
from podium.api.documentation import read
from podium.api.parameters import WHOLE_NUMBER, Injected, Tournament, query_number
from podium.api.reading import etag, unless_known
from podium.app.desk import Desk, Seen
from podium.app.documents.document import PAPERS, RECIPIENTS, Typeset, read_wish
from podium.app.documents.kinds import KINDS, PDF, DocumentsAnswer, document_row, file_name, kinds_for
from podium.app.documents.kinds import document as printed
from podium.app.event.attachments import AttachmentKey, AttachmentKind, Attachments, UploadedPicture
from podium.app.formats.documents import DocumentName
from podium.app.prizes.certificates import LONGEST_TEXT
from podium.app.public_heads import MINUTE
from podium.core.errors import Forbidden
from podium.core.ids import TournamentId, identity

Kind = Annotated[str, PathParameter(description=", ".join(name.value for name in KINDS), min_length=1)]
OfRound = Annotated[
    str | None,
    QueryParameter(
        description="The round that a list is of, or after which a ranking is; without it, the one being played.",
        schema_extra=WHOLE_NUMBER,
    ),
]
OfPlayer = Annotated[str | None, QueryParameter(description="The id of the player whose card or certificate it is.")]
For = Annotated[
    str | None,
    QueryParameter(
        name="for", description="Who gets a certificate: places, prizes, players.", schema_extra={"enum": RECIPIENTS}
    ),
]
Text = Annotated[
    str | None,
    QueryParameter(
        description="What stands on every certificate, in place of what the event knows.", max_length=LONGEST_TEXT
    ),
]
OnPaper = Annotated[str, QueryParameter(description="a4 or letter.", schema_extra={"enum": PAPERS})]

InLanguage = Annotated[
    str | None,
    QueryParameter(description="The code of a language, such as de; without it, that of the event, else the caller's."),
]


@read("/tournaments/{id:str}/documents", summary="What can be printed of a tournament")
def documents(seen: Injected[Seen]) -> DocumentsAnswer:
    """Each kind that whoever asks may have of the tournament as it stands."""
    return DocumentsAnswer([document_row(kind) for kind in kinds_for(seen.state, seen.role)], seen.version)


@read("/tournaments/{id:str}/documents/{kind:str}", summary="A document of a tournament as PDF", media_type=PDF)
def document(
    request: ApiRequest,
    desk: Injected[Desk],
    attachments: Injected[Attachments],
    typeset: Injected[Typeset],
    id: Tournament,
    kind: Kind,
    round: OfRound = None,
    player: OfPlayer = None,
    recipients: For = None,
    text: Text = None,
    place: Text = None,
    date: Text = None,
    arbiter: Text = None,
    organiser: Text = None,
    paper: OnPaper = PAPERS[0],
    language: InLanguage = None,
) -> Response[bytes]:
    """The sheets to print; 404 where the tournament has no such document, or not yet."""
    seen = desk.see(request.user.actor, TournamentId(identity("tournament", id)))
    wanted = {"text": text, "place": place, "date": date, "arbiter": arbiter, "organiser": organiser}
    wording = {name: value for name, value in wanted.items() if value is not None}
    behind = AttachmentKey(AttachmentKind.BACKGROUND, seen.state.id)
    background = attachments.picture(behind) if kind == DocumentName.CERTIFICATES.value else None
    wish = read_wish(query_number("round", round), player, recipients, wording, paper, language, background)
    now = datetime.fromtimestamp(request.scope["state"]["arrived"] // MINUTE * 60, UTC)
    logo = attachments.picture(AttachmentKey(AttachmentKind.LOGO, seen.state.id))
    unless_known(request, _tag(seen, now, logo, background))
    try:
        sheets = printed(seen, kind, wish, now)
    except Forbidden as error:
        raise not_allowed(request.user.actor, str(error.facts["action"])) from None
    headers = {"Content-Disposition": f'inline; filename="{file_name(kind, wish)}"'}
    sheets = replace(sheets, address=f"{request.base_url}t/{seen.state.id}")
    return Response(typeset(sheets, logo), headers=headers, media_type=PDF)


def _tag(seen: Seen, now: datetime, *pictures: UploadedPicture | None) -> str:
    """What tells one print from another: of what, with which pictures, and when."""
    of_event = etag(seen, seen.version).strip('"')
    marks = "-".join(each.mark if each else "0" for each in pictures)
    return f'"{of_event}-{marks}-{int(now.timestamp())}"'


HANDLERS = (documents, document)
