"""The addresses of notices."""

from django.urls import path

from notices import calendar, views
from notices.hooks import views as hooks
from notices.push import views as push

urlpatterns = [
    path("", views.notices, name="notices"),
    path("read/", views.read, name="read-notices"),
    path("opened/", views.opened, name="opened"),
    path("state.json", views.state_json, name="notices-state"),
    path("next/", views.next_game, name="next-game"),
    path("preferences/", views.preferences, name="notice-preferences"),
    path("looking/", views.answer_offer_to_tell, name="tell-me"),
    path("<int:number>/", views.notice, name="notice"),
    path("<int:number>/read/", views.read_one, name="read-notice"),
    path("stop/<str:token>/", views.stop, name="stop-notices"),
    path("calendar/", calendar.calendar_page, name="calendar"),
    path("calendar/<str:token>.ics", calendar.calendar_ics, name="calendar-file"),
    path("webhook/", hooks.webhook, name="webhook"),
    path("unread.json", push.unread_json, name="unread-notices"),
    path("devices/on/", push.turn_on, name="push-on"),
    path("devices/off/", push.turn_off, name="push-off"),
    path("devices/others-off/", push.turn_others_off, name="push-others-off"),
    path("devices/not-now/", push.decline, name="push-declined"),
]
