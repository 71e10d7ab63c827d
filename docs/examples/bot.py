"""A bot that plays every game, badly: it picks any legal choice.

pip install httpx && MIAI_SITE=https://miai.example.org MIAI_TOKEN=miai_... python bot.py
"""

import contextlib
import json
import os
import random
import sys
import time

import httpx

GAMES = ["automatafl", "continuous-go", "multiplayer-go", "parallel-go", "territory"]
TAKES = {"games": {game: {} for game in GAMES}, "paces": ["live"], "at_once": 5}
"""Which games the bot takes; {} means with all boards and any number of players."""
PASS_AFTER = int(os.environ.get("MIAI_PASS_AFTER", "60"))  # steps; then it passes
GIVE_UP_AFTER = int(os.environ.get("MIAI_GIVE_UP_AFTER", "300"))  # steps; then it resigns
SILENCE = 40  # seconds; a stream without a line for so long is dead
NEWS = {"game.snapshot", "events.missed", "step.resolved", "game.resumed"}  # now it may be its turn


class Bot:
    """Follows all its games at once and chooses wherever it is awaited."""

    def __init__(self, site: str, token: str) -> None:
        api, headers = f"{site.rstrip('/')}/api/v1", {"Authorization": f"Bearer {token}"}
        self.api = httpx.Client(base_url=api, headers=headers, timeout=SILENCE)
        self.pause = 1.0  # seconds before it connects again; longer each time that this fails

    def follow(self) -> None:
        """Reads the stream of events until it ends."""
        with self.api.stream("GET", "/events", params={"takes": json.dumps(TAKES)}) as stream:
            if 300 <= stream.status_code < 429:  # trying again would not help
                raise SystemExit(f"The site says: {reason(stream)}")
            time.sleep(int(stream.headers.get("Retry-After", 0)))  # too fast, or the site is busy
            stream.raise_for_status()
            print("Connected.")
            self.pause = 1.0
            for line in map(json.loads, stream.iter_lines()):
                if "closed" in line:
                    print("The site closes the stream:", line["closed"])
                elif line.get("event", {}).get("type") in NEWS:
                    self.play(line["game"])

    def play(self, game: str) -> None:
        """Chooses in a game if it is the bot's turn."""
        turn = self.ask("GET", f"/games/{game}/choices")
        if turn is None or not turn["awaited"] or turn["chosen"]:
            return
        if turn["step"] > GIVE_UP_AFTER or not turn["choices"]:
            self.ask("POST", f"/games/{game}/resign", {})
        else:
            print(game, chosen := {"step": turn["step"], "action": choose(turn)})
            self.ask("POST", f"/games/{game}/seal", chosen)

    def ask(self, method: str, path: str, body: dict | None = None) -> dict | None:
        """Asks the API, again if it was too fast or the site is busy. None if the site refuses."""
        while (answer := self.api.request(method, path, json=body)).status_code in (429, 503):
            time.sleep(int(answer.headers.get("Retry-After", 1)))
        if not answer.is_success:
            print("Refused:", reason(answer))
        return answer.json() if answer.is_success else None


def reason(answer: httpx.Response) -> str:
    """Why the site refused; an answer that is not the API's shows that the address is wrong."""
    if "json" in answer.headers.get("Content-Type", ""):
        return json.loads(answer.read())["detail"]
    return f"{answer.status_code} {answer.reason_phrase} at {answer.url}. Check MIAI_SITE."


def choose(turn: dict) -> dict:
    """Picks a legal choice at random; put your own ideas here. Go ends when all pass and accept."""
    random.shuffle(turn["choices"])
    first = {"accept": 0, "pass": 1 if turn["step"] > PASS_AFTER else 3}  # all others are 2
    return min(turn["choices"], key=lambda choice: first.get(choice["type"], 2))


def main() -> None:
    """Plays for ever. After a cut, the new stream begins with the states, so nothing is missed."""
    site, token = os.environ.get("MIAI_SITE", ""), os.environ.get("MIAI_TOKEN", "")
    if not (site.startswith(("http://", "https://")) and token.isascii() and token):
        raise SystemExit("Set MIAI_SITE to an address with https://, and MIAI_TOKEN to the token.")
    bot = Bot(site, token)
    while True:
        try:
            bot.follow()
        except (httpx.HTTPError, ValueError) as error:
            print("Connecting again after:", repr(error))
        time.sleep(random.uniform(bot.pause / 2, bot.pause))
        bot.pause = min(2 * bot.pause, 15)


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)
    with contextlib.suppress(KeyboardInterrupt):
        main()
