/** How every board is mounted: made for its first view, and anew for a board of another size. */

/**
 * @typedef {object} MountedBoard
 * @property {(view: Miai.BoardView) => void} update
 * @property {() => void} destroy
 */

/**
 * @param {new (element: HTMLElement, callbacks: Miai.BoardCallbacks, view: Miai.BoardView) => MountedBoard} Board
 * @param {(position: Miai.Json) => string} sizeOf what a board cannot change
 * @returns {Miai.BoardModule["mount"]}
 */
export function mounting(Board, sizeOf) {
  return (element, callbacks) => {
    /** @type {MountedBoard | null} */
    let board = null;
    let size = "";
    return {
      update(view) {
        const next = sizeOf(view.line.position);
        if (next !== size) board?.destroy();
        if (next !== size || !board) board = new Board(element, callbacks, view);
        size = next;
        board.update(view);
      },
      destroy: () => board?.destroy(),
    };
  };
}
