"""Pictures that are uploaded: known by their bytes, bounded, and without what was written beside them."""

from __future__ import annotations

import pytest

from podium.core.errors import Invalid
from podium.files.raster import MOST_BYTES, read_raster
from tests.kit.loops import every
from tests.kit.pictures import LOSSY, chunk, exif, jpeg, png, segment, webp


def test_a_png_keeps_its_picture_and_loses_its_texts_and_what_follows() -> None:
    text = chunk(b"tEXt", b"Author\0Ann")
    raster = read_raster(png(32, 24, text, chunk(b"gAMA", bytes(4))) + b"<script>")
    assert (raster.media_type, raster.width, raster.height) == ("image/png", 32, 24)
    assert raster.content == png(32, 24, chunk(b"gAMA", bytes(4)))


def test_a_jpeg_loses_where_it_was_taken_and_what_follows() -> None:
    raster = read_raster(jpeg(segment(0xE1, exif(1)), segment(0xFE, b"a comment"), after=b"PK\3\4"))
    assert (raster.media_type, raster.width, raster.height) == ("image/jpeg", 320, 200)
    assert raster.content == jpeg()


@pytest.mark.parametrize("order", ["<", ">"])
def test_a_photo_keeps_how_the_camera_was_held_and_nothing_else(order: str) -> None:
    raster = read_raster(jpeg(segment(0xE1, exif(6, order))))
    assert (raster.width, raster.height) == (200, 320)
    assert b"GPS" not in raster.content
    assert read_raster(raster.content) == raster


def test_a_webp_loses_its_texts() -> None:
    raster = read_raster(webp((b"VP8 ", LOSSY), (b"EXIF", b"GPS")))
    assert (raster.media_type, raster.width, raster.height) == ("image/webp", 100, 50)
    assert raster.content == webp((b"VP8 ", LOSSY))


def test_a_webp_with_extensions_says_its_size_there_and_that_its_texts_are_gone() -> None:
    extended = bytes([0b0001_1100, 0, 0, 0]) + (299).to_bytes(3, "little") + (199).to_bytes(3, "little")
    raster = read_raster(webp((b"VP8X", extended), (b"VP8 ", LOSSY), (b"XMP ", b"<x/>")))
    assert (raster.width, raster.height) == (300, 200)
    assert raster.content == webp((b"VP8X", bytes([0b0001_0000]) + extended[1:]), (b"VP8 ", LOSSY))


def test_a_webp_without_loss_is_measured() -> None:
    sides = (63 | 31 << 14).to_bytes(4, "little")
    raster = read_raster(webp((b"VP8L", b"\x2f" + sides)))
    assert (raster.width, raster.height) == (64, 32)


@every(
    ("content", "code"),
    [
        pytest.param(b"", "picture-unknown", id="nothing"),
        pytest.param(b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "picture-unknown", id="a drawing"),
        pytest.param(b"GIF89a" + bytes(50), "picture-unknown", id="another kind"),
        pytest.param(png()[:-20], "picture-broken", id="a PNG that ends early"),
        pytest.param(png().replace(b"\0\0\0\x20", b"\0\0\0\x21", 1), "picture-broken", id="a PNG that was changed"),
        pytest.param(jpeg()[:-2], "picture-broken", id="a JPEG without an end"),
        pytest.param(jpeg()[:30], "picture-broken", id="a JPEG that ends early"),
        pytest.param(b"\xff\xd8\xff\xd9", "picture-broken", id="a JPEG with nothing in it"),
        pytest.param(webp((b"ANMF", bytes(40))), "picture-broken", id="an animation"),
        pytest.param(webp((b"VP8 ", LOSSY))[:-6], "picture-broken", id="a WebP that ends early"),
        pytest.param(png(15, 24), "picture-size", id="too narrow"),
        pytest.param(png(32, 4097), "picture-size", id="too high"),
        pytest.param(png() + bytes(MOST_BYTES), "picture-too-large", id="too many bytes"),
    ],
)
def test_what_is_no_picture_for_a_page_is_refused(content: bytes, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_raster(content)
    assert refused.value.code == code
