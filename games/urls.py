"""The addresses of games and of the rules pages. A game's own address never changes."""

from django.urls import path

from games.archive import export, feed
from games.archive import views as archive
from games.archive.record import record_json, record_sgf
from games.archive.uploads import views as uploads
from games.pages import choosing, commands, rules
from games.pages import picture_views as pictures
from games.pages import views as pages
from games.pages.animation import animation
from games.pages.sharing import embed

GAME = "<str:public_id>/"
UPLOAD = "upload/<slug:upload_id>/"

urlpatterns = [
    path("", archive.index, name="archive"),
    path(export.NAME, export.download, name="archive-file"),
    path("finished.atom", feed.finished_atom, name="finished-feed"),
    path("upload/", uploads.upload, name="upload-record"),
    path(UPLOAD, uploads.uploaded, name="uploaded-record"),
    path(UPLOAD + "state.json", uploads.state_json, name="uploaded-state"),
    path(UPLOAD + "shown.json", uploads.shown_json, name="uploaded-shown"),
    path(
        UPLOAD + "steps/<int:number>/<slug:name>.json",
        uploads.extra_json,
        name="uploaded-extra",
    ),
    path("kinds/<slug:slug>.svg", pictures.kind_svg, name="kind-picture"),
    path("kinds/<slug:slug>.png", pictures.kind_png, name="kind-png"),
    path("kinds/<slug:slug>/<int:step>.svg", pictures.kind_svg, name="kind-step-picture"),
    path(GAME, pages.game_page, name="game"),
    path(GAME + "embed/", embed, name="game-embed"),
    path(GAME + "steps/<int:number>.json", pages.step_json, name="game-step"),
    path(GAME + "steps/<int:number>.svg", pictures.step_svg, name="game-picture"),
    path(GAME + "steps/<int:number>.png", pictures.step_as_png, name="game-png"),
    path(GAME + "steps/<int:number>/<slug:name>.json", pages.extra_json, name="game-extra"),
    path(GAME + "animation.webp", animation, name="game-animation"),
    path(GAME + "log.json", pages.log_json, name="game-log"),
    path(GAME + "record.json", record_json, name="game-record"),
    path(GAME + "record.sgf", record_sgf, name="game-sgf"),
    *commands.addresses(GAME),
]

rules_urlpatterns = [
    path("", rules.index, name="rules"),
    path("choose/", choosing.choose, name="choose-game"),
    path("<slug:slug>/", rules.rules_of, name="rules-of"),
    path("<slug:slug>/<slug:name>.svg", pictures.rules_svg, name="rules-picture"),
]
"""The addresses under ``rules/``."""
