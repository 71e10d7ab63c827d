"""A page whose web process ends goes on at another one as if nothing had happened."""

import re

from playwright.sync_api import Browser, WebSocketRoute, expect

from accounts.models import Preferences, User
from tests.browser.games import game_of, opens
from tests.browser.people import member
from tests.browser.test_plans import begins_to_plan, plan_of, plans, turns_planning
from transport.sockets import MOVED

NOTES_WHAT_IS_SAID = """() => {
    window.said = [];
    const note = () => window.said.push(document.body.innerText.match(/Connection[^\\n]*/)?.[0]);
    new MutationObserver(note).observe(document.body, {
        subtree: true, childList: true, characterData: true, attributes: true,
    });
}"""


def test_nothing_that_was_drafted_planned_or_typed_is_lost(browser: Browser, site: str) -> None:
    User.objects.create_user("Ben")
    ada = member(browser, site, "Ada")
    user = User.objects.get(username="Ada")
    Preferences.objects.update_or_create(user=user, defaults={"confirm_sealing": "always"})
    sockets: list[WebSocketRoute] = []
    answers: list[str] = []

    def line(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)

        def pass_on(message: str | bytes) -> None:
            answers.append(str(message))
            socket.send(message)

        server.on_message(pass_on)

    ada.page.route_web_socket(re.compile("/ws/games/"), line)
    opens(ada, game_of("Ada", "Ben", turn_seconds=86_400))
    while not answers:
        ada.page.wait_for_timeout(20)
    begins_to_plan(ada)
    ada.press(ada.point("B2"))
    plans(ada, "B2")
    expect(plan_of(ada)).to_have_attribute("aria-busy", "false")  # and not only on the page
    ada.press(turns_planning(ada, "Done"))
    ada.point("D4").click()
    drafted = ada.page.locator("#choice", has_text="D4: chosen, not sealed yet.")
    expect(drafted).to_be_visible()
    ada.page.get_by_role("tab", name="Chat").click()
    words = ada.page.locator("#chat").get_by_role("textbox")
    words.fill("Good ev")
    ada.page.evaluate(NOTES_WHAT_IS_SAID)
    before = len(answers)
    sockets[0].close(code=MOVED)
    while len(sockets) < 2 or len(answers) == before:
        ada.page.wait_for_timeout(20)
    expect(drafted).to_be_visible()
    expect(words).to_have_value("Good ev")
    ada.page.get_by_role("button", name=re.compile("^Seal")).click()
    expect(ada.page.locator("#choice")).to_contain_text("Sealed: D4")
    ada.press(turns_planning(ada, "Change plan"))
    plans(ada, "B2")
    assert set(ada.page.evaluate("window.said")) == {None}
    assert ada.troubles == []
