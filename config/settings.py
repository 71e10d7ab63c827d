"""Settings of the site, from environment variables. The defaults need no other servers.

docs/running.md lists every variable.
"""

import logging
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from environs import validate
from psycopg_pool import ConnectionPool

from config.club_settings import *  # noqa: F403 - they are settings, too
from config.hosts import own_hosts
from database.address import WrongAddress, settings_of
from running.postgresql.own import own_address
from running.variables import are_addresses, are_hosts, is_address, kept_key, make_folder, variables
from transport.redis_clients import CACHE_OPTIONS, broker

BASE_DIR = Path(__file__).resolve().parent.parent
env = variables()

VAR_DIR = Path(env.str("VAR_DIR", str(BASE_DIR / "var")))
"""The data of a site without other servers: its database, its keys and the Redis socket."""
make_folder(VAR_DIR)

PRODUCTION = env.bool("PRODUCTION", False)
DEBUG = env.bool("DEBUG", False)

SECRET_KEY = (
    env.str("SECRET_KEY")
    if PRODUCTION
    else env.str("SECRET_KEY", "") or kept_key(VAR_DIR / "secret_key", 50)
)
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
"""Earlier keys. What they signed or encrypted stays valid; nothing new is made with them."""
SITE_URL = env.str("SITE_URL", "http://127.0.0.1:8000", validate=is_address).rstrip("/")
"""The address at which people reach the site, for links made outside a request."""
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", [], validate=are_hosts)
if PRODUCTION and not ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS must name the site's host: with PRODUCTION=1 it answers to no other name."
    )
if not PRODUCTION:
    ALLOWED_HOSTS += own_hosts(env.str("HOST", "") or "127.0.0.1")
    ALLOWED_HOSTS += filter(None, [urlsplit(SITE_URL).hostname])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [], validate=are_addresses)
"""Origins besides the host's own whose forms and sockets are accepted."""
if urlsplit(SITE_URL).netloc:
    CSRF_TRUSTED_ORIGINS.append("{0.scheme}://{0.netloc}".format(urlsplit(SITE_URL)))

if PRODUCTION:
    # The proxy in front uses HTTPS, says so in this header, and lets no client set it.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # requested from inside, not through the proxy
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", 31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# Browsers accept a cookie with this prefix only over HTTPS, from this host and for all its pages.
COOKIE_PREFIX = "__Host-" if PRODUCTION else ""
SESSION_COOKIE_NAME = COOKIE_PREFIX + "sessionid"
CSRF_COOKIE_NAME = COOKIE_PREFIX + "csrftoken"
CSRF_COOKIE_HTTPONLY = True  # scripts read the token from their page
MESSAGES_COOKIE_NAME = COOKIE_PREFIX + "messages"
MESSAGE_STORAGE = "config.headers.Messages"
KNOWN_BROWSER_COOKIE_NAME = COOKIE_PREFIX + "known_browser"
UPLOADS_COOKIE_NAME = COOKIE_PREFIX + "uploads"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",  # its widgets' templates, for FORM_RENDERER
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "channels",
    "database",
    "pages",
    "accounts",
    "games",
    "lobby",
    "reports",
    "notices",
    "ratings",
    "figures",
    "api",
]

MIDDLEWARE = [
    "config.headers.ContentSecurityPolicy",  # first, so that refusals have it too
    "django.middleware.security.SecurityMiddleware",
    "accounts.language.LanguageOfBrowser",  # early, for the language of refusals
    "api.answers.OpenForReading",
    "api.answers.ProblemsForPrograms",
    "config.requests.NoNullCharacters",
    "config.requests.OnlyUTF8",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.page_middleware.SkippedByPrograms",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.guests.GuestsAsVisitors",
    "accounts.middleware.NoteSessionUse",
    "accounts.middleware.PrivatePages",
    "accounts.language.OwnLanguage",
    "accounts.zones.OwnTimeZone",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "transport.requests.RateLimitedPage",
    "config.page_middleware.EndOfPageMiddleware",
]

# Only our own files, and nothing inline; sockets are added for each host.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "connect-src": [SELF],
        "img-src": [SELF, "data:"],
        "manifest-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context_processors.member",
                "notices.context_processors.bell",
                "notices.context_processors.push",
                "notices.context_processors.telling",
                "reports.queue.reports",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # forms in templates/django/forms

IDLE_TRANSACTION_SECONDS = env.int("IDLE_TRANSACTION_SECONDS", 30)
"""How long a transaction may be idle before PostgreSQL ends it."""

# Database: by default the site's own PostgreSQL, started by `make run` and manage.py.
DATABASE_URL = env.str("DATABASE_URL", "") or own_address(VAR_DIR)
try:
    DATABASES = {"default": settings_of(DATABASE_URL)}
except WrongAddress as error:
    raise ImproperlyConfigured(str(error)) from None
DATABASES["default"]["OPTIONS"] |= {
    # A process that freezes in a transaction must not keep a game locked for ever. Prepared
    # statements are planned once: for those of games, planning costs more than executing. JIT and
    # parallel workers are useful for queries that take seconds; ours take milliseconds. A page of a
    # disk without moving parts costs the same wherever it is, and most are in memory.
    "options": DATABASES["default"]["OPTIONS"].get("options", "")
    + f" -c TimeZone=UTC -c idle_in_transaction_session_timeout={IDLE_TRANSACTION_SECONDS}s"
    " -c plan_cache_mode=force_generic_plan -c jit=off -c max_parallel_workers_per_gather=0"
    " -c random_page_cost=1.1",
    # Over TCP, a connection counts as broken after ten seconds without a sign of the other end.
    "tcp_user_timeout": 10_000,  # milliseconds
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    # Each request runs in a thread of its own, and borrows a connection from the process's pool.
    # After a failed attempt to connect, the pool gives up and starts again at once; otherwise it
    # would wait longer and longer, even when PostgreSQL is back. Workers use no pool
    # (config/celery.py). Each connection is checked before it is lent (database/postgresql).
    "pool": {
        "min_size": 1,
        "max_size": 8,
        "timeout": 5,
        "reconnect_timeout": 0.5,
        "reconnect_failed": ConnectionPool.check,
    },
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Redis: broker, pushes and cache, each with its own prefix. Template fragments are cached in each
# process, because fetching one from Redis takes as long as rendering it; with DEBUG none are.
REDIS_PREFIX = env.str("REDIS_PREFIX", "miai")
REDIS_URL = env.str("REDIS_URL", f"unix://{VAR_DIR / 'redis.sock'}")
COUNTING_TIMEOUT = env.int("COUNTING_TIMEOUT", 40)  # milliseconds that a limit waits for Redis
CACHES: dict[str, dict[str, Any]] = {
    name: {
        "BACKEND": backend,
        "LOCATION": [REDIS_URL],  # a list, as Django splits text at commas
        "KEY_PREFIX": REDIS_PREFIX,
        "OPTIONS": CACHE_OPTIONS,
    }
    for name, backend in (
        ("default", "transport.cache.EmptyWhileAway"),  # for libraries
        ("ours", "django.core.cache.backends.redis.RedisCache"),
    )
}
_PIECES = "dummy.DummyCache" if DEBUG else "locmem.LocMemCache"
CACHES["template_fragments"] = {
    "BACKEND": f"django.core.cache.backends.{_PIECES}",
    "OPTIONS": {"MAX_ENTRIES": 2000},  # of one to two kilobytes
}

# Celery. Tasks look in the database for work. Losing a task costs nothing, a late one finds the
# same work, and nobody asks for results. The rest is in config/celery.py and config/broker.py.
CELERY_BROKER_URL, _broker_options = broker(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {**_broker_options, "global_keyprefix": f"{REDIS_PREFIX}:celery:"}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # no limit, however long Redis is unavailable
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_CONCURRENCY = env.int("WORKER_CONCURRENCY", 2)
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_TIME_LIMIT = 60
"""Seconds until a task's process is replaced. The next task finds the work again."""
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True  # Celery 6's default
CELERY_BEAT_SCHEDULER = "config.beat:TickScheduler"
CELERY_TIMEZONE = "UTC"

SESSION_ENGINE = "accounts.sessions"
SESSION_IDLE_DAYS = env.int("SESSION_IDLE_DAYS", 14)
"""A browser is logged out after this many days without a visit."""
SESSION_LONGEST_DAYS = env.int("SESSION_LONGEST_DAYS", 30)
"""A browser is logged out after this many days even if it is used."""
MODERATOR_SESSION_HOURS = env.int("MODERATOR_SESSION_HOURS", 12)
"""Moderators are logged out after this many hours even if they are active."""
SESSION_COOKIE_AGE = SESSION_IDLE_DAYS * 86_400
AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.BCryptSHA256PasswordHasher"]
AUTHENTICATION_BACKENDS = ["accounts.backends.MembersOnly"]
SHORTEST_PASSWORD = 10
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {}),
        ("MinimumLengthValidator", {"min_length": SHORTEST_PASSWORD}),
        ("CommonPasswordValidator", {}),
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

ACCOUNT_ADAPTER = "accounts.adapter.ClubAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.VALIDATORS"
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True  # one address per member
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_PREVENT_ENUMERATION = "strict"  # only mail to an address tells if it is known
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# Limits wrong codes of second factors; accounts.password_attempts limits wrong passwords.
ACCOUNT_RATE_LIMITS = {
    "login_failed": "5/5m/key,40/d/key",
    "reset_password": "20/m/ip,3/h/key",  # the key is the email address
}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else "http"
ACCOUNT_LOGOUT_REDIRECT_URL = LOGOUT_REDIRECT_URL
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_FORMS = {
    "login": "accounts.forms.passwords.LoginForm",
    "change_password": "accounts.forms.passwords.ChangePasswordForm",
    "set_password": "accounts.forms.passwords.SetPasswordForm",
    "reset_password": "accounts.forms.passwords.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.passwords.ResetPasswordKeyForm",
    "reauthenticate": "accounts.forms.passwords.ReauthenticateForm",
    "add_email": "accounts.forms.passwords.AddEmailForm",
}

MFA_ADAPTER = "accounts.second_factors.ClubSecondFactors"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # addresses are not used for logging in
MFA_TOTP_ISSUER = "Miai"
MFA_TOTP_TOLERANCE = 1  # half a minute either way; accounts.forms.second_factors: no code twice
MFA_RECOVERY_CODE_DIGITS = 12
MFA_FORMS = {
    "authenticate": "accounts.forms.second_factors.AuthenticateForm",
    "reauthenticate": "accounts.forms.second_factors.ReauthenticateForm",
    "activate_totp": "accounts.forms.second_factors.ActivateAppForm",
    "authenticate_webauthn": "accounts.forms.second_factors.AuthenticatePasskeyForm",
    "login_webauthn": "accounts.forms.second_factors.LoginPasskeyForm",
    "reauthenticate_webauthn": "accounts.forms.second_factors.ReauthenticatePasskeyForm",
    "add_webauthn": "accounts.forms.second_factors.AddPasskeyForm",
    "edit_webauthn": "accounts.forms.second_factors.RenamePasskeyForm",
}
MODERATORS_NEED_SECOND_FACTOR = env.bool("MODERATORS_NEED_SECOND_FACTOR", PRODUCTION)
"""Whether moderators need a second factor to moderate and to reach the admin."""
SECURITY_CONTACT = env.str("SECURITY_CONTACT", "")
"""Where to report a vulnerability: an email address or a link, for security.txt."""

VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", "") or (
    "" if PRODUCTION else kept_key(VAR_DIR / "vapid_key", 32)
)
"""Proves to push services who sends (RFC 8292): a private key of the curve P-256, 32 random bytes
in URL-safe base64. Empty: nothing is pushed, and push is not offered to anybody."""
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
"""Uploaded files stay in memory, because the web process accepts only small bodies anyway."""

SPOKEN = {"en-gb": "English", "de": "Deutsch"}
"""The languages in which the site has texts, by their own names."""
_ONLY_SPOKEN = [validate.Length(min=1), validate.ContainsOnly(SPOKEN)]
LANGUAGES = [
    (code, SPOKEN[code]) for code in env.list("LANGUAGES", list(SPOKEN), validate=_ONLY_SPOKEN)
]
"""The club's languages. The first one is for browsers that ask for none of them."""
LANGUAGE_CODE = LANGUAGES[0][0]
LANGUAGE_COOKIE_NAME = COOKIE_PREFIX + "language"
LANGUAGE_COOKIE_AGE = 365 * 86_400
LANGUAGE_COOKIE_SECURE = PRODUCTION
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
FORMAT_MODULE_PATH = "config.formats"
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", str(VAR_DIR / "static")))
ARCHIVE_FOLDER = Path(env.str("ARCHIVE_FOLDER", str(VAR_DIR / "archive")))
"""The folder in which the file of all finished games is written, and from which it is served."""
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "config.static_files.HashedStaticFiles"
        if env.bool("HASHED_STATIC_FILES", True)
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# Email: printed if no server is named.
EMAIL_HOST = env.str("EMAIL_HOST", "")
EMAIL_PORT = env.int("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.str("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = env.str("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = env.bool("EMAIL_USE_TLS", True)
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
EMAIL_TIMEOUT = 10  # seconds for each answer of the server
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "Miai <miai@localhost>")

LOG_LEVEL = env.str("LOG_LEVEL", "WARNING", validate=validate.OneOf(logging.getLevelNamesMapping()))
# Logs go to standard error, without the bodies of requests and the arguments of tasks. Django's
# mail to admins would contain them, so it is off; so are the lines that Celery logs for each task.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.log.WithoutRows",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "filters": {
        "without health checks": {"()": "config.log.WithoutHealthChecks"},
        "without addresses": {"()": "config.log.WithoutAddresses"},
    },
    "handlers": {
        "stderr": {
            "()": "config.log_rate.LinesAtARate",
            "formatter": "line",
            "filters": ["without health checks", "without addresses"],
        }
    },
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        # Its warnings are about refused requests.
        "django": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        # All its lines are about refused requests too, each with a traceback.
        "django.security": {"level": "CRITICAL"},
        "celery": {"level": "WARNING"},
    },
}
