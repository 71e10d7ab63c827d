"""Every address of the site, app by app."""

from django.contrib import admin
from django.urls import include, path

from config.health import healthz
from config.metrics import metrics_page
from config.root_files import manifest, security_txt, service_worker
from games.pages.sharing import oembed
from games.urls import rules_urlpatterns

handler400 = "config.error_pages.bad_request"
handler403 = "config.error_pages.permission_denied"
handler404 = "config.error_pages.page_not_found"
handler500 = "config.error_pages.server_error"
urlpatterns = [
    path("admin/", admin.site.urls),
    path("account/", include("accounts.urls")),
    path("api/", include("api.urls")),
    path("games/", include("games.urls")),
    path("rules/", include(rules_urlpatterns)),
    path("notices/", include("notices.urls")),
    path("ratings/", include("ratings.urls")),
    path("members/", include("ratings.member_urls")),
    path("reports/", include("reports.urls")),
    path("oembed", oembed, name="oembed"),
    path("metrics", metrics_page, name="metrics"),
    path("healthz", healthz, name="healthz"),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("service-worker.js", service_worker, name="service-worker"),
    path(".well-known/security.txt", security_txt, name="security_txt"),
    path("", include("lobby.urls")),
]
