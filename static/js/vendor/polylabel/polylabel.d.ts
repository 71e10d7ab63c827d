/** The point inside a polygon that is farthest from its rings, and that distance; the rings are closed. */
export default function polylabel(
  polygon: readonly (readonly (readonly number[])[])[],
  precision?: number,
): [x: number, y: number] & { distance: number };
