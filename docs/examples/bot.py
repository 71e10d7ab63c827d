"""A bot that plays every game, badly: it picks any legal choice.

pip install httpx
export MIAI_SITE=https://miai.example.org MIAI_TOKEN=miai_...
python bot.py
"""

import json
import os
import random
import time

import httpx

SITE, TOKEN = os.environ["MIAI_SITE"], os.environ["MIAI_TOKEN"]
GAMES = ["automatafl", "continuous-go", "multiplayer-go", "parallel-go", "territory"]
TAKES = {"games": {game: {} for game in GAMES}, "paces": ["live"], "at_once": 5}
"""Which games the bot takes; {} means with all boards and any number of players."""
PASS_AFTER = int(os.environ.get("MIAI_PASS_AFTER", "60"))
GIVE_UP_AFTER = int(os.environ.get("MIAI_GIVE_UP_AFTER", "300"))
"""After PASS_AFTER steps it passes where it can; after GIVE_UP_AFTER it resigns."""
SILENCE = 40
"""A stream without a line for this many seconds is dead: there should be one every ten."""
NEWS = {"game.snapshot", "events.missed", "step.resolved", "game.resumed"}
"""The events after which it may be the bot's turn."""


class Bot:
    """Follows all its games at once and chooses wherever it is awaited."""

    def __init__(self, site: str, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self.api = httpx.Client(base_url=f"{site}/api/v1", headers=headers, timeout=SILENCE)

    def run(self) -> None:
        """Follows the stream for ever. After a cut it connects again: the stream then begins with
        the state of each game, so nothing is missed."""
        while True:
            try:
                self.follow()
            except httpx.HTTPStatusError as error:
                if error.response.status_code in (400, 401, 403):  # trying again would not help
                    raise SystemExit(f"The site says: {error.response.json()['detail']}") from None
                print("The site refuses the stream:", error)
            except (httpx.HTTPError, ValueError) as error:
                print("The connection was cut:", repr(error))
            time.sleep(random.uniform(0.5, 1.5))

    def follow(self) -> None:
        """Reads the stream until it ends."""
        query = {"takes": json.dumps(TAKES)}
        with self.api.stream("GET", "/events", params=query) as stream:
            if stream.is_error:
                stream.read()
            stream.raise_for_status()
            print("Connected.")
            for line in stream.iter_lines():
                self.hear(json.loads(line))

    def hear(self, line: dict) -> None:
        """Reads a line: an event of a game, a sign of life, or why the stream ends."""
        if line.get("event", {}).get("type") in NEWS:
            self.play(line["game"])
        elif "closed" in line:
            print("The site closes the stream:", line["closed"])

    def play(self, game: str) -> None:
        """Chooses in a game if it is the bot's turn."""
        turn = self.ask("GET", f"/games/{game}/choices")
        if turn is None or not turn["awaited"] or turn["chosen"]:
            return
        if turn["step"] > GIVE_UP_AFTER or not turn["choices"]:
            self.ask("POST", f"/games/{game}/resign", {})
        else:
            chosen = {"step": turn["step"], "action": choose(turn)}
            print(game, chosen)
            self.ask("POST", f"/games/{game}/seal", chosen)

    def ask(self, method: str, path: str, body: dict | None = None) -> dict | None:
        """Asks the API, again if it was too fast or the site is busy. None if the site refuses."""
        answer = self.api.request(method, path, json=body)
        while answer.status_code in (429, 503):
            time.sleep(int(answer.headers.get("Retry-After", 1)))
            answer = self.api.request(method, path, json=body)
        if answer.is_success:
            return answer.json()
        print("Refused:", answer.json()["detail"])
        return None


def choose(turn: dict) -> dict:
    """Put your own ideas here. ``turn["choices"]`` are all legal choices."""
    ends = {"accept", "pass"} if turn["step"] > PASS_AFTER else {"accept"}
    calm = [choice for choice in turn["choices"] if choice["type"] in ends]
    return random.choice(calm or turn["choices"])


if __name__ == "__main__":
    Bot(SITE, TOKEN).run()
