/**
 * How every board is mounted: it is created for its first view, and again when the size changes.
 */

/**
 * @template {Miai.AnyGame} G
 * @param {new (element: HTMLElement, callbacks: Miai.BoardCallbacks<G>, view: Miai.BoardView<G>) => Miai.MountedBoard<G>} Board
 * @param {(position: G["position"]) => string} sizeOf whatever needs a new board when it changes
 * @returns {Miai.BoardModule<G>["mount"]}
 */
export function mounting(Board, sizeOf) {
  return (element, callbacks) => {
    /** @type {Miai.MountedBoard<G> | null} */
    let board = null;
    let size = "";
    return {
      update(view) {
        const next = sizeOf(view.step.position);
        if (next !== size) board?.destroy();
        if (next !== size || !board) board = new Board(element, callbacks, view);
        size = next;
        board.update(view);
      },
      destroy: () => board?.destroy(),
      isPlaying: () => board?.playing ?? false,
      takesTyped: (action) => board?.takesTyped?.(action) ?? false,
    };
  };
}
