/** Shows past steps: the last request counts, however slowly the steps arrive. No DOM. */

/**
 * @param {object} page
 * @param {Pick<import("./store.js").Store, "get" | "dispatch">} page.store
 * @param {{read: (step: number) => Promise<Miai.Step>}} page.steps
 * @param {(step: number | null) => void} page.onShown null: the present
 * @param {(error: unknown) => void} page.onTrouble
 */
export function walker({ store, steps, onShown, onTrouble }) {
  let wish = 0;

  /**
   * Shows a step. The last one means the present, which then follows the game.
   * @param {number} step
   */
  return async function goTo(step) {
    const mine = ++wish;
    if (step >= store.get().latest.step) {
      store.dispatch({ type: "past.left", animate: isNext(step) });
      return onShown(null);
    }
    try {
      const past = await steps.read(step);
      if (mine !== wish) return;
      store.dispatch({ type: "past.shown", past, animate: isNext(step) });
      onShown(step);
      // Load the next step ahead, for a viewer who moves forward.
      if (step + 1 < store.get().latest.step) steps.read(step + 1).catch(() => {});
    } catch (error) {
      if (mine === wish) onTrouble(error);
    }
  };

  /** @param {number} step */
  function isNext(step) {
    const { past, latest } = store.get();
    return step === (past ?? latest).step + 1;
  }
}
