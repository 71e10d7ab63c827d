"""Every page of the site: its address, who looks at it, and what they do there first.

The screenshots and the tests of every page go through this list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from figures.counting import count_figures
from ratings.services.rating import ladders_with_work, rate_waiting
from tests.browser import club
from tests.browser.club import Club
from tests.browser.people import (
    PASSWORD,
    PHONE,
    WIDE,
    Person,
    comes_true,
    draw_a_corner,
    picks,
    somebody,
)
from tests.browser.phases import PHASES, Phase
from tests.games.uploading import nobody_acts
from tests.servers.session import open_session

WIDTHS: dict[str, Any] = {"wide": WIDE, "phone": PHONE}
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
NOBODY = ""
RESTING = "/readyz"
"""A page without a clock, which costs no time while others are looked at."""
Looks = tuple[tuple[str, Theme], ...]
ALL: Looks = tuple((width, theme) for width in WIDTHS for theme in THEMES)
OPPOSITES: Looks = (("wide", "light"), ("phone", "dark"))
COME_TO_REST = """() => document.getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    .forEach((animation) => animation.finish())"""
"""Finishes all animations, such as colours fading from one theme to the other."""


@dataclass(frozen=True)
class Shown:
    """A page as ``who`` sees it (NOBODY: a visitor). ``path`` can contain names of :class:`Club`.

    ``before`` is called just before the page is opened, ``then`` acts on the page. ``answers`` are
    HTTP statuses that the browser's console rightly complains about. ``looks`` are the widths and
    themes in which it is shown.
    """

    name: str
    path: str
    who: str = NOBODY
    before: Callable[[Club], None] | None = None
    then: Callable[[Page], None] | None = None
    answers: tuple[int, ...] = ()
    looks: Looks = ALL


def has_board(page: Page) -> None:
    """Waits until the board is drawn and the page is connected."""
    expect(page.locator("#board svg").first).to_be_visible()
    expect(page.locator(".connection")).to_be_hidden()


def plays_without_an_account(page: Page) -> None:
    """Begins a game as a visitor, or goes on with it."""
    page.locator(".play-now").first.locator("button, a").first.click()
    has_board(page)
    expect(page.locator("#lesson")).to_be_visible()


def has_sealed(page: Page) -> None:
    """Waits until the snapshot has brought the player's own choice."""
    has_board(page)
    expect(page.locator("#choice")).to_contain_text("Sealed")


def talks(page: Page) -> None:
    """Opens the chat."""
    has_board(page)
    page.get_by_role("tab", name="Chat").click()
    expect(page.locator("#chat")).to_contain_text("Good evening")


def moderates(page: Page) -> None:
    """Opens the moderators' panel."""
    has_board(page)
    page.get_by_role("tab", name="Moderate").click()
    expect(page.get_by_role("button", name="Cancel the game")).to_be_visible()


def finds(page: Page) -> None:
    """Opens the archive's filters."""
    page.locator(".archive-find summary").click()
    expect(page.get_by_role("search").get_by_role("button", name="Find")).to_be_visible()


def begins_to_count(here: Club) -> None:
    """Makes everybody at the full table ready."""
    club.count_down(here.countdown)


def counts(page: Page) -> None:
    """Makes the page count the last seconds, though the server's countdown is longer. Sets its time
    again whenever the server has reset it, as on connecting."""
    comes_true(
        page,
        """() => {
            const soon = new Date(Date.now() + 5000).toISOString();
            document.getElementById("table-now").dataset.startsAt = soon;
            return /^\\d$/.test(document.querySelector("[data-countdown]").textContent);
        }""",
    )


def puts_a_board_together(page: Page) -> None:
    """Opens the editor of a game's option, at the last of its modes."""
    page.locator("#more-options-show").click()
    picks(page.locator(".option-editor .segments").first.locator("input").last)
    expect(page.locator(".board-editor svg")).to_be_visible()


def pictures(page: Page) -> None:
    """Waits until all small boards are drawn, except the earlier steps of a reveal, which are
    hidden when nothing may move."""
    for picture in page.locator("img.board-picture:not(.reveal > img + img)").all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
        expect(picture).not_to_have_js_property("naturalWidth", 0)
    for board in page.locator("[data-walk] .board").all():
        expect(board.locator("svg").first).to_be_attached()
    page.evaluate("scrollTo(0, 0)")


def uploads_nonsense(page: Page) -> None:
    """Uploads a file that is no record, and waits for the refusal."""
    page.locator("input[type=file]").set_input_files(
        {"name": "letter.json", "mimeType": "application/json", "buffer": b'{"dear": "Ada"}'}
    )
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("form .field-error")).to_be_visible()


def uploads_a_game(page: Page) -> None:
    """Uploads a game file and waits until it is shown."""
    page.locator("input[type=file]").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": nobody_acts(8)}
    )
    page.get_by_role("button", name="Show it").click()
    has_board(page)


def dresses_the_bot(page: Page) -> None:
    """Opens the choice of name and colours for the bot on a seat."""
    page.locator(".bot-dress > summary").first.click()
    expect(page.locator(".bot-dress form").first).to_be_visible()


def has_invited(_: Club) -> None:
    """Makes Ada use some of her invitations."""
    club.invite_by_members()


def has_opened_tables(_: Club) -> None:
    """Makes Cleo open as many tables as a member may have."""
    club.open_tables_of_their_own("Cleo")


def is_elsewhere(here: Club) -> None:
    """Logs Ada in on another device too."""
    open_session(User.objects.get(username="Ada"))


def shows_who_it_is(page: Page) -> None:
    """Types the password again if the page asks for it."""
    if page.get_by_role("heading", name="Is it you?").is_visible():
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("link", name="Two-factor login", exact=True)).to_be_visible()


def shows_who_it_is_for_the_file(page: Page) -> None:
    """Does the same before the page where members download their own data."""
    if page.get_by_role("heading", name="Is it you?").is_visible():
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("button", name="Download")).to_be_visible()


def club_is_rated(_: Club) -> None:
    """Rates the finished games."""
    while ladders := ladders_with_work():
        for ladder in ladders:
            rate_waiting(ladder)


def figures_are_counted(_: Club) -> None:
    """Counts what the club has played."""
    count_figures(timezone.now())


def opens_the_table(page: Page) -> None:
    """Shows a rating's curve as a table too, and waits until all small boards are drawn."""
    page.get_by_text("As a table").click()
    expect(page.locator(".curve tbody tr")).to_have_count(2)
    pictures(page)


def in_phase(phase: Phase) -> Callable[[Page], None]:
    """Returns a function that waits for the board and does what belongs to the phase."""

    def done(page: Page) -> None:
        has_sealed(page) if phase.sealed else has_board(page)
        if phase.then is not None:
            phase.then(page)

    return done


PAGES = (
    Shown("home-visitor", "/", then=pictures),
    Shown("home", "/", "Ben", then=pictures),
    Shown("home-own-games", "/", "Ada", then=pictures),
    Shown("login", "/account/login/"),
    Shown("join-by-link", "{invitation}"),
    Shown("join-by-code", "/account/join/"),
    Shown("password-reset", "/account/password/reset/"),
    Shown("account", "/account/", "Ada"),
    Shown("preferences", "/account/preferences/", "Ada"),
    Shown("muted", "/account/muted/", "Dora"),
    Shown("report", "{report}", "Ben"),
    Shown("notices", "/notices/", "Ada"),
    Shown("notice-preferences", "/notices/preferences/", "Ada"),
    Shown("password-change", "/account/password/change/", "Ada"),
    Shown("days-off", "/account/days-off/", "Ada"),
    Shown("sessions", "/account/sessions/", "Ada", before=is_elsewhere),
    Shown("tokens", "/account/tokens/", "Ada"),
    Shown("bots", "/account/bots/", "Ada"),
    Shown("webhook", "/notices/webhook/", "Ada"),
    Shown("calendar", "/notices/calendar/", "Ada"),
    Shown("invitations", "/account/invitations/", "Ada", before=has_invited),
    Shown("email", "/account/email/", "Ada"),
    Shown("second-factor", "/account/second-factor/", "Ada"),
    Shown(
        "second-factor-app", "/account/second-factor/totp/activate/", "Ada", then=shows_who_it_is
    ),
    Shown(
        "second-factor-passkey", "/account/second-factor/webauthn/add/", "Ada", then=shows_who_it_is
    ),
    Shown("reauthenticate", "/account/reauthenticate/", "Ben"),
    Shown("change-name", "/account/name/", "Ada"),
    Shown("download-data", "/account/data/", "Ada", then=shows_who_it_is_for_the_file),
    Shown("delete-account", "/account/delete/", "Ada"),
    Shown("tables", "/tables/", "Dora", then=pictures),
    Shown("open-table", "/tables/new/?game=multiplayer-go", "Ada"),
    Shown(
        "open-table-automatafl",
        "/tables/new/?game=automatafl",
        "Ada",
        then=puts_a_board_together,
    ),
    Shown("open-table-territory", "/tables/new/?game=territory", "Ada", then=puts_a_board_together),
    Shown("open-table-member", "/tables/new/?game=territory", "Ben"),
    Shown(
        "open-table-one-too-many",
        "/tables/new/",
        "Cleo",
        before=has_opened_tables,
        answers=(403,),
    ),
    Shown("table-host", "{table}", "Ada"),
    Shown("table-bot", "{table}", "Ada", then=dresses_the_bot),
    Shown("table-joining", "{table}", "Dora"),
    Shown("table-countdown", "{countdown}", "Cleo", before=begins_to_count, then=counts),
    Shown("table-begun", "{begun}", "Ben"),
    Shown("table-visitor", "{table}", looks=OPPOSITES),
    Shown("game", "{running}", "Ada", then=has_sealed),
    Shown("game-choosing", "{running}", "Ben", then=has_board),
    Shown("game-watching", "{running}", then=has_board),
    Shown("game-chat", "{running}", "Cleo", then=talks),
    Shown("game-chat-muted", "{running}", "Dora", then=talks),
    Shown("game-past", "{running}?step=12", "Ben", then=has_board),
    Shown("game-moderating", "{running}", "Mona", then=moderates),
    Shown("game-paused", "{paused}", "Ada", then=has_board),
    Shown("game-finished", "{finished}", then=has_board),
    Shown("game-embedded", "{finished}embed/", then=pictures, looks=OPPOSITES),
    Shown("game-guest", "/rules/territory/", then=plays_without_an_account, looks=OPPOSITES),
    Shown("archive", "/games/", then=pictures),
    Shown("archive-finding", "/games/", then=finds),
    Shown("ratings", "/ratings/", "Ada", before=club_is_rated, then=pictures),
    Shown("ladder", "/ratings/multiplayer-go/correspondence/", "Ada", before=club_is_rated),
    Shown("season", "/ratings/seasons/", before=club_is_rated, looks=OPPOSITES),
    Shown("member", "/members/Cleo/", before=club_is_rated, then=opens_the_table),
    Shown("upload", "/games/upload/"),
    Shown("upload-refused", "/games/upload/", then=uploads_nonsense),
    Shown("upload-shown", "/games/upload/", then=uploads_a_game),
    Shown("rules", "/rules/", then=pictures),
    Shown("for-programs", "/api/"),
    Shown("write-a-bot", "/api/bots/"),
    Shown("choosing", "/rules/choose/", "Ben", then=pictures),
    Shown("choosing-asked", "/rules/choose/?players=3&time=short", then=pictures),
    Shown("rules-multiplayer-go", "/rules/multiplayer-go/", then=pictures),
    Shown("not-found", "/nowhere/", answers=(404,)),
    Shown("admin", "/admin/", "Mona"),
    Shown("admin-invitations", "/admin/accounts/invitation/", "Mona"),
    Shown("admin-invitation", "/admin/accounts/invitation/add/", "Mona"),
    Shown("admin-reports", "/admin/reports/report/", "Mona"),
    Shown("admin-report", "{admin_report}", "Mona"),
    Shown("admin-game", "{admin_game}", "Mona"),
    Shown("admin-acts", "/admin/acts/", "Mona"),
    Shown("admin-figures", "/admin/figures/", "Mona", before=figures_are_counted),
    Shown("admin-pairs", "/admin/ratings/ratedgame/pairs/", "Mona", before=club_is_rated),
    Shown("admin-rated-games", "/admin/ratings/ratedgame/", "Mona", before=club_is_rated),
    Shown("admin-members-unseen", "/admin/accounts/user/?unseen=never", "Mona"),
    Shown("admin-member", "{admin_member}", "Mona"),
    Shown("admin-suspension", "/admin/accounts/suspension/add/?user=Cleo", "Mona"),
    Shown("admin-announcement", "/admin/notices/announcement/add/", "Mona"),
    *(
        Shown(f"game-{engine.slug}", f"{{games[{engine.slug}]}}", "Ada", then=has_board)
        for engine in club.other_games()
    ),
    *(
        Shown(f"rules-{engine.slug}", f"/rules/{engine.slug}/", then=pictures)
        for engine in club.other_games()
    ),
)

BOARDS = tuple(
    Shown(
        f"game-{phase.page}",
        f"{{phases[{phase.page}]}}",
        phase.who,
        then=in_phase(phase),
        looks=OPPOSITES,
    )
    for phase in PHASES
)
"""The boards in their phases, only for the screenshots: each game has tests of its own for them."""


class Visit:
    """Opens pages, with one browser window for each person. ``script`` runs on each page before its
    own scripts. ``drawn``: pages are drawn, not only laid out."""

    def __init__(
        self, browser: Browser, site: str, here: Club, script: str = "", drawn: bool = True
    ) -> None:
        self.browser = browser
        self.drawn = drawn
        self.site = site
        self.club = here
        self.script = script
        self.people: dict[str, Person] = {}

    def person(self, name: str) -> Person:
        """Returns the person with this name. Members are logged in; all prefer reduced motion."""
        if name not in self.people:
            options = {"reduced_motion": "reduce", "has_touch": True, "locale": "en-GB"}
            self.people[name] = somebody(self.browser, self.site, name, **options)
            self.people[name].page.add_init_script(self.script)
            if name:
                self.people[name].has_logged_in()
        return self.people[name]

    def opens(self, shown: Shown) -> Page:
        """Opens the page in the window as it is, and does there what belongs to it. The windows of
        others rest."""
        page = self.person(shown.who).page
        for other in self.people.values():
            if other.page != page and not other.page.url.endswith(RESTING):
                other.page.goto(self.site + RESTING)
        if shown.before:
            shown.before(self.club)
        page.goto(self.site + self.club.path(shown.path))
        if shown.then:
            shown.then(page)
        return page

    def looks(
        self, shown: Shown, only: Looks = ALL, *, resized: bool = False
    ) -> Iterator[tuple[str, str, Page]]:
        """Yields width, theme and page for each of its looks that is in ``only``. The page is
        opened for each width, or if it may be ``resized`` only for the first."""
        page = self.person(shown.who).page
        for number, (width, size) in enumerate(WIDTHS.items()):
            page.set_viewport_size(size)
            if not self.drawn:
                draw_a_corner(page)
            if not (number and resized):
                self.opens(shown)
            for theme in (
                theme for at, theme in shown.looks if at == width and (at, theme) in only
            ):
                page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                page.evaluate(COME_TO_REST)
                yield width, theme, page

    def closes(self) -> None:
        """Closes all windows."""
        for person in self.people.values():
            person.page.context.close()
