/** Plays the scenes of a step one after the other; it can be ended at any time. */

/**
 * @template Scene
 * @param {Scene[]} scenes
 * @param {(scene: Scene) => Animation[]} begin draws a scene and starts its animations
 * @param {() => void} onEnd called once, when all scenes are over or `finish` was called
 */
export function playScenes(scenes, begin, onEnd) {
  /** @type {Animation[]} */
  let running = [];
  let over = false;
  let index = 0;

  function next() {
    if (over) return;
    const scene = scenes[index++];
    if (scene === undefined) return finish();
    running = begin(scene);
    Promise.all(running.map((animation) => animation.finished)).then(next, () => {});
  }

  function finish() {
    if (over) return;
    over = true;
    for (const animation of running) animation.cancel();
    onEnd();
  }

  next();
  return { finish, playing: () => !over };
}

/** @typedef {ReturnType<typeof playScenes>} Play */
