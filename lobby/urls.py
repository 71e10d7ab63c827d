"""The addresses of the home page and the tables."""

from django.urls import path

from lobby.views import commands, guests, home, opening, practising, rematch, tables, wishing

TABLE = "tables/<slug:public_id>/"

urlpatterns = [
    path("", home.home, name="home"),
    path("practice/<slug:slug>/", practising.practise, name="practise"),
    path("play/<slug:slug>/", guests.play_now, name="play-now"),
    path("play/again/<str:public_id>/", guests.play_again, name="play-again"),
    path("rematch/<str:public_id>/", rematch.rematch, name="rematch"),
    path("tables/", tables.lobby, name="tables"),
    path("tables/find/", tables.find, name="find"),
    path("tables/new/", opening.open_table, name="open-table"),
    path("wishes/new/", wishing.wish, name="wish"),
    path("wishes/withdraw/", wishing.withdraw, name="wish-withdraw"),
    path("wishes/answer/", wishing.answer, name="wish-answer"),
    path(TABLE, tables.table_page, name="table"),
    path(TABLE + "board.svg", tables.table_picture, name="table-picture"),
    path(TABLE + "join/", commands.join, name="table-join"),
    path(TABLE + "agree/", commands.agree, name="table-agree"),
    path(TABLE + "decline/", commands.decline, name="table-decline"),
    path(TABLE + "colours/", commands.colours, name="table-colours"),
    path(TABLE + "seat/", commands.seat, name="table-seat"),
    path(TABLE + "swap/", commands.swap, name="table-swap"),
    path(TABLE + "ready/", commands.ready, name="table-ready"),
    path(TABLE + "say/", commands.say, name="table-say"),
    path(TABLE + "leave/", commands.leave, name="table-leave"),
    path(TABLE + "remove/", commands.remove, name="table-remove"),
    path(TABLE + "bot/", commands.bot, name="table-bot"),
    path(TABLE + "dress/", commands.dress, name="table-dress"),
    path(TABLE + "invite/", commands.invite, name="table-invite"),
    path(TABLE + "withdraw/", commands.withdraw, name="table-withdraw"),
    path(TABLE + "stay-away/", commands.stay_away, name="table-stay-away"),
    path(TABLE + "start/", commands.start, name="table-start"),
    path(TABLE + "close/", commands.close, name="table-close"),
]
