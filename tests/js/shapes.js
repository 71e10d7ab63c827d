/** States and steps for the tests: a game of three on 9×9, before its second turn. */

/** @param {Partial<Miai.Seat>[]} [seats] */
export function seats(seats = [{}, {}, {}]) {
  const names = ["Ada", "Bo", "Cy"];
  return seats.map((seat, number) => ({
    number,
    name: names[number] ?? `Seat ${number}`,
    bot: false,
    stone: "sea",
    mark: "straw",
    absences: 0,
    extensions: 0,
    off_until: null,
    left: null,
    rank: null,
    offered_until: null,
    owner: null,
    ...seat,
  }));
}

export function stepOf(more = {}) {
  const row = () => Array(9).fill(null);
  return {
    step: 1,
    turn: 2,
    phase: "play",
    sealed: true,
    awaiting: [0, 1, 2],
    events: [],
    position: { size: 9, board: Array.from({ length: 9 }, row), last: [], closed: [], left: [] },
    outcome: null,
    resolved_at: "2026-11-21T20:00:00Z",
    cause: "timer",
    ...more,
  };
}

export function snapshot(more = {}) {
  return {
    type: "game.snapshot",
    version: 4,
    now: "2026-11-21T20:00:01Z",
    game: {
      id: "abc",
      title: "Tuesday",
      variant: "multiplayer-go",
      name: "Parallel Multiplayer Go",
      board: "9×9",
      options: { size: 9, collision: "heat" },
      status: "running",
      settings: { listed: true, turn_seconds: 60, turn_ends: "timer", absences_allowed: 3, votes: ["pause", "more-time", "end", "cancel"], votes_need: "all" },
      started_at: "2026-11-21T19:00:00Z",
      finished_at: null,
      unrated: null,
    },
    seats: seats(),
    step: stepOf(),
    clock: { deadline: "2026-11-21T20:01:00Z", time_left: null, paused: false, put_off: false, resumes_at: null },
    chosen: [],
    newest: { everyone: 4 },
    watching: 0,
    you: { seat: 0, action: null, may: ["seal", "say", "resign", "vote"], rooms: ["table"] },
    vote: null,
    ...more,
  };
}

export const D4 = { type: "place", at: [3, 5] };
export const E5 = { type: "place", at: [4, 4] };
