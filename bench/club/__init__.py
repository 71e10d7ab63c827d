"""A simulated club: members with habits play for some weeks on the site's own services, with a
simulated clock. Then the figures that moderators see are printed."""
