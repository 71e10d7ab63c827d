"""The last release, beside which this version must be able to run for a while.

Each release writes its own commit and its last migrations here, right after it was made.
"""

COMMIT = "6dbd4b2cc577c2616a98f2cc93c0516ac9107357"

MIGRATIONS = {
    "accounts": "0022_members_bots",
    "figures": "0001_figures",
    "games": "0039_tenures_that_last",
    "lobby": "0018_bots_join",
    "notices": "0021_calendar_feed",
    "ratings": "0005_members_bots",
    "reports": "0002_squashed_0003_wording",
}
"""The last migration of each app."""
