"""The URLs of accounts: our own pages, then allauth's."""

from django.urls import include, path
from django.views.generic import RedirectView

from accounts.views import (
    account,
    days_off,
    inviting,
    joining,
    language,
    muting,
    names,
    own_data,
    password_link,
    sessions,
    zone,
)

urlpatterns = [
    path("", account.account, name="account"),
    path("name/", names.change_name, name="change-name"),
    path("preferences/", account.preferences, name="preferences"),
    path("days-off/", days_off.days_off, name="days-off"),
    path("language/", language.choose_language, name="language"),
    path("zone/", zone.browser_zone, name="browser-zone"),
    path("muted/", muting.muted, name="muted"),
    path("data/", own_data.my_data, name="my-data"),
    path("delete/", account.delete, name="delete_account"),
    path("password/link/<str:token>/", password_link.password_link, name="password-link"),
    path("sessions/", sessions.sessions, name="sessions"),
    path("invitations/", inviting.invitations, name="invitations"),
    path("second-factor/", include("allauth.mfa.urls")),
    path("join/", joining.ask_for_code, name="join"),
    path("join/<str:code>/", joining.join, name="join_with_code"),
    path("signup/", RedirectView.as_view(pattern_name="join"), name="account_signup"),
    path("", include("allauth.account.urls")),
]
