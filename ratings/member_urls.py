"""The addresses of members' pages."""

from django.urls import path

from ratings.views import profiles

urlpatterns = [path("<str:name>/", profiles.profile, name="member")]
