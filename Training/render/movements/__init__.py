"""Movements from one end (u = 0) to the other (u = 1): in gyms, at desks, on floors, in rooms."""

from . import floor, seated, standing
from .posture import choose

# Standing people are the most; the rest by how wrong the lifter is there.
FAMILIES = [
    (standing.stand, 0.20),
    (standing.squat, 0.10),
    (standing.one_leg_squat, 0.06),
    (standing.balance, 0.05),
    (standing.lunge, 0.06),
    (standing.bend, 0.08),
    (standing.side_bend, 0.05),
    (standing.twist, 0.02),
    (standing.step, 0.03),
    (seated.sit, 0.11),
    (seated.sit_to_stand, 0.02),
    (seated.desk, 0.06),
    (seated.floor_sit, 0.075),
    (seated.kneel, 0.03),
    (floor.plank, 0.07),
    (floor.all_fours, 0.02),
    (floor.supine, 0.04),
    (floor.prone, 0.015),
    (floor.side_lying, 0.015),
]


def draw(r, b):
    """A movement for a person of that build."""
    return choose(r, FAMILIES)(r, b)
