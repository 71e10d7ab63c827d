/** A small note at a point of a board: why a choice was refused, or what is there. */
export class Bubble {
  /** @param {HTMLElement} element the board's box, in which the bubble is placed */
  constructor(element) {
    this.element = document.createElement("div");
    this.element.className = "board-bubble";
    this.hide();
    element.append(this.element);
  }

  /**
   * Shows `content` under the point, or above it in the lower half of the board.
   * @param {[number, number]} where shares of the board's width and height, 0 to 1
   * @param {(string | Node)[]} content text, never markup
   * @param {"refused" | "numbers" | "note"} kind
   */
  show([left, top], content, kind) {
    const { element } = this;
    element.dataset.kind = kind;
    element.dataset.side = top > 0.5 ? "above" : "below";
    element.dataset.align = left < 0.25 ? "start" : left > 0.75 ? "end" : "middle";
    element.style.setProperty("--left", `${(left * 100).toFixed(2)}%`);
    element.style.setProperty("--top", `${(top * 100).toFixed(2)}%`);
    if (kind === "refused") element.setAttribute("role", "alert");
    else element.removeAttribute("role");
    element.replaceChildren(...content);
    element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
  }

  /** What is shown, null: nothing. */
  get kind() {
    return this.element.hidden ? null : (this.element.dataset.kind ?? null);
  }
}
