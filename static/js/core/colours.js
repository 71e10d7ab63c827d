/** What can be seen on a colour. */

/** Dark and light letters have the same contrast on a colour of this luminance. */
const EVEN = 0.179;

/**
 * The colour of letters that can be read on a colour; signs, which are larger, may be fainter.
 * @param {string} hex `#rrggbb`
 */
export function inkOn(hex) {
  return luminance(hex) > EVEN ? "#0d0b08" : "#fffdf7";
}

/**
 * The colour of a sign that shows on a colour: dark on light stones, light on dark ones.
 * @param {string} hex `#rrggbb`
 */
export function signColour(hex) {
  return luminance(hex) > 0.3 ? "#1f1d1a" : "#fdfaf2";
}

/** Two colours of this contrast, as WCAG defines it, are told apart as light and dark. */
const LIGHT_AND_DARK = 4.5;

/**
 * Whether stones need signs to be told apart without their colours: those of two players, of whom
 * one is light and the other dark, do not.
 * @param {Miai.Seat[]} seats
 * @param {Miai.Palette} palette
 */
export function needSigns(seats, palette) {
  if (seats.length !== 2) return true;
  const [dark = 0, light = 0] = seats.map(({ stone }) => luminance(palette[stone]?.hex ?? "#808080")).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05) < LIGHT_AND_DARK;
}

/**
 * Relative luminance as WCAG defines it, 0 to 1.
 * @param {string} hex `#rrggbb`
 */
function luminance(hex) {
  const [red, green, blue] = [1, 3, 5].map((from) => {
    const part = parseInt(hex.slice(from, from + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * Number(red) + 0.7152 * Number(green) + 0.0722 * Number(blue);
}
