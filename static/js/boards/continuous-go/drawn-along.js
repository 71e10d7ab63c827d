/** How a newly drawn line appears: it runs quickly along its path. */

/** Duration in milliseconds: the minimum, the time for each space, and the maximum. */
const LEAST = 220;
const EACH = 110;
const MOST = 700;

/**
 * @param {Element[]} strokes of the line
 * @param {number} length in spaces
 * @returns {Animation[]}
 */
export function drawAlong(strokes, length) {
  const duration = Math.min(MOST, LEAST + EACH * length);
  return strokes.map((node) => {
    const path = /** @type {SVGPathElement} */ (node);
    const whole = path.getTotalLength();
    // The gap is longer than the line, so that the line's round end does not show at the beginning.
    const dashes = `${whole} ${whole + 20}`;
    return path.animate(
      [
        { strokeDasharray: dashes, strokeDashoffset: whole },
        { strokeDasharray: dashes, strokeDashoffset: 0 },
      ],
      { duration, easing: "ease-in-out" },
    );
  });
}
