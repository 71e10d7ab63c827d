/** Short synthesised sounds; silent until the viewer has touched the page. */

/** Frequency in hertz, length in seconds, loudness. @type {{[name: string]: [number, number, number][]}} */
const SOUNDS = {
  revealed: [[520, 0.07, 0.22]],
  captured: [
    [520, 0.07, 0.22],
    [300, 0.16, 0.2],
  ],
  sealed: [[760, 0.05, 0.08]],
  hurry: [[880, 0.06, 0.12]],
  asked: [
    [660, 0.12, 0.25],
    [880, 0.12, 0.25],
    [660, 0.12, 0.25],
    [880, 0.25, 0.25],
  ],
  finished: [
    [520, 0.14, 0.16],
    [660, 0.14, 0.16],
    [780, 0.3, 0.16],
  ],
};

/** @param {() => boolean} wanted whether sounds are on */
export function soundBox(wanted) {
  /** @type {AudioContext | null} */
  let context = null;
  const wake = () => {
    context ??= new AudioContext();
    // Browsers also suspend a page's sounds while a call comes in or another app plays.
    if (context.state !== "running") context.resume().catch(() => {});
  };
  // Browsers allow sounds only when a finger is lifted, as it may scroll while it is down.
  for (const event of ["pointerup", "click", "keydown"]) window.addEventListener(event, wake);

  return {
    /** @param {keyof typeof SOUNDS} name */
    play(name) {
      if (context?.state !== "running" || !wanted()) return;
      let start = context.currentTime;
      for (const [frequency, length, loudness] of SOUNDS[name] ?? []) {
        tone(context, frequency, start, length, loudness);
        start += length * 0.9;
      }
    },
  };
}

/**
 * @param {AudioContext} context
 * @param {number} frequency
 * @param {number} start
 * @param {number} length
 * @param {number} loudness
 */
function tone(context, frequency, start, length, loudness) {
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = "triangle";
  source.frequency.setValueAtTime(frequency, start);
  source.frequency.exponentialRampToValueAtTime(frequency * 0.8, start + length);
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}
