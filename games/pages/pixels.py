"""Pictures made of pixels: PNG, for everything that cannot show SVG, and frames of animations.

They are made from the small SVG pictures, so that a board is drawn in one way only.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from io import BytesIO

from PIL import Image
from pillow_lunasvg import SvgImageFile

from engines.drawing.board import SHOWN
from games.models import Game
from games.pages.pictures import step_picture
from transport.cache import SlotCache

KEPT = SlotCache("png", count=128, seconds=24 * 3600)
"""A picture has at most 160 KB (tests/games/test_pixels.py), all of them together 20 MB."""

SIDE = 540
"""The width and height of a PNG, in pixels: enough for cards of links, and made in 30 ms."""

MOVING_SIDE = 480
"""The width and height of an animation, in pixels."""

FRAME, LAST_FRAME = 600, 2500
"""How long an animation shows a step, and the last one, in milliseconds."""

QUALITY = 70
"""The quality of WebP, from 0 to 100."""

MOST_COLOURS = 128
"""Boards have few colours; a palette of this size makes a file a third as large."""

COMPRESSION = 3
"""How hard zlib compresses, from 0 to 9. More takes longer than drawing, and saves a tenth."""


def step_png(game: Game, number: int, look: str) -> bytes:
    """Returns the picture of the position after a resolved step as PNG. ``look`` is one of
    :data:`games.pages.pictures.LOOKS`; its colours are those of light pages."""
    key = f"{game.public_id}:{number}:{look}"
    found: bytes | None = KEPT.get(key)
    if found is not None:
        return found
    body = png_of(step_picture(game, number, look))
    KEPT.set_many({key: body})
    return body


def png_of(picture: bytes) -> bytes:
    """Returns a picture as PNG; ``picture`` is SVG of our own, compressed by gzip."""
    few = pixels_of(picture, SIDE).quantize(
        MOST_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    file = BytesIO()
    few.save(file, "PNG", compress_level=COMPRESSION)
    return file.getvalue()


def webp_of(pictures: Iterator[bytes], count: int) -> bytes:
    """Returns ``count`` pictures as animated WebP; each is SVG of our own, compressed by gzip."""
    frames = (pixels_of(picture, MOVING_SIDE) for picture in pictures)
    file = BytesIO()
    next(frames).save(
        file,
        "WEBP",
        save_all=True,
        append_images=frames,
        duration=[FRAME] * (count - 1) + [LAST_FRAME],
        loop=0,
        quality=QUALITY,
        method=0,
        kmin=9,
        kmax=1000,  # only what a step changes is stored
    )
    return file.getvalue()


def pixels_of(picture: bytes, side: int) -> Image.Image:
    """Returns a picture as ``side`` × ``side`` RGB pixels; ``picture`` is SVG of our own,
    compressed by gzip."""
    drawn = SvgImageFile(BytesIO(gzip.decompress(picture)))
    drawn.load(scale=side / SHOWN)
    return drawn.convert("RGB")
