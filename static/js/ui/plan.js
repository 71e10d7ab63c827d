/** A player's plan: a button in the bar to plan ahead, and a panel that lists the plan and edits it. */

import { gettext, list } from "../core/language.js";
import { isPlanning, mayPlan, planOf } from "../core/planning.js";
import { button, el, say } from "../dom/elements.js";
import { announcer, interrupt } from "../dom/live.js";
import { SettlingButton } from "./settling-button.js";

/**
 * @typedef {object} Parts
 * @property {Miai.BoardModule} board
 * @property {import("../core/planning.js").Planner} planner
 * @property {() => void} onGone called when planning ends while it has the focus
 */

/**
 * @param {HTMLElement} turn the place in the bar for the button
 * @param {HTMLElement} panel which already has its heading
 * @param {Parts} parts
 */
export function mountPlan(turn, panel, parts) {
  return new PlanPanel(turn, panel, parts);
}

class PlanPanel {
  #turn;
  #panel;
  #board;
  #planner;
  #onGone;
  #toggle = new SettlingButton("", "button", () => this.#planner.toggle());
  #says = el("p", { class: "plan-says" });
  #trouble = el("p", { class: "plan-trouble" });
  #choices = el("ol", { class: "plan-list" });
  #drop = button(gettext("Clear plan"), "button button--small plan-drop", () => {
    this.#planner.drop();
    this.#toggle.element.focus();
  });
  #tell = announcer();
  /** The plan that is listed, as JSON. */
  #listed = "[]";
  /** The trouble that was read out last. */
  #told = "";
  /** Where the focus goes once the list has changed: the row's index and the button in it. @type {[number, string] | null} */
  #next = null;

  /**
   * @param {HTMLElement} turn
   * @param {HTMLElement} panel
   * @param {Parts} parts
   */
  constructor(turn, panel, { board, planner, onGone }) {
    this.#turn = turn;
    this.#panel = panel;
    this.#board = board;
    this.#planner = planner;
    this.#onGone = onGone;
    turn.replaceChildren(this.#toggle.element, this.#trouble);
    panel.append(this.#says, this.#choices, this.#drop);
  }

  /** @param {Miai.State} state */
  update(state) {
    const plan = planOf(state) ?? [];
    const on = isPlanning(state);
    const hadFocus = [this.#turn, this.#panel].some((part) => part.contains(document.activeElement));
    // A draft must be sealed or taken back before the plan can be changed.
    this.#turn.hidden = !mayPlan(state) || state.choice.draft !== null;
    this.#panel.hidden = this.#turn.hidden || !(on || plan.length);
    if (this.#turn.hidden) return hadFocus ? this.#onGone() : undefined;
    this.#listIfChanged(plan, state.game.options);
    say(this.#toggle.element, on ? gettext("Done") : plan.length ? gettext("Change plan") : gettext("Plan ahead"));
    this.#toggle.element.setAttribute("aria-pressed", String(on));
    this.#panel.setAttribute("aria-busy", String(state.planning.wanted !== null && state.connection === "open"));
    say(this.#says, wordsOf(plan, on));
    this.#showTrouble(troubleOf(state));
    this.#choices.hidden = this.#drop.hidden = !plan.length;
  }

  /** Makes the button in the bar ignore presses for a moment: it has moved under a finger. */
  settle() {
    this.#toggle.settle();
  }

  /** @param {string} trouble */
  #showTrouble(trouble) {
    say(this.#trouble, trouble);
    this.#trouble.hidden = !trouble;
    if (trouble && trouble !== this.#told) interrupt(trouble);
    this.#told = trouble;
  }

  /**
   * @param {Miai.Action[]} plan
   * @param {Miai.State["game"]["options"]} options
   */
  #listIfChanged(plan, options) {
    const key = JSON.stringify(plan);
    if (key === this.#listed) return;
    this.#listed = key;
    const names = plan.map((action) => this.#board.describe(action, options));
    const hadFocus = this.#choices.contains(document.activeElement);
    this.#choices.replaceChildren(...names.map((name, n) => this.#row(name, n, plan.length)));
    this.#moveFocus(hadFocus);
    this.#tell(names.length ? gettext("Your plan: %(choices)s.", { choices: list(names) }) : gettext("Your plan is empty."));
  }

  /**
   * @param {string} name
   * @param {number} n
   * @param {number} length of the plan
   */
  #row(name, n, length) {
    const up = rowButton(gettext("Move up"), gettext("Move up %(choice)s", { choice: name }), "earlier", () => {
      this.#next = [n - 1, "earlier"];
      this.#planner.earlier(n);
    });
    const remove = rowButton(gettext("Remove"), gettext("Remove %(choice)s from the plan", { choice: name }), "remove", () => {
      this.#next = [Math.min(n, length - 2), "remove"];
      this.#planner.remove(n);
    });
    return el("li", {}, [el("span", {}, [name]), ...(n > 0 ? [up] : []), remove]);
  }

  /**
   * Moves the focus to the button that follows the one that was pressed, or out of the list if the
   * server has changed it.
   * @param {boolean} hadFocus whether the focus was in the list
   */
  #moveFocus(hadFocus) {
    if (!this.#next) return hadFocus ? this.#toggle.element.focus() : undefined;
    const [n, does] = this.#next;
    const row = this.#choices.children[n];
    const wanted = /** @type {HTMLElement | null | undefined} */ (row?.querySelector(`[data-does=${does}]`) ?? row?.querySelector("button"));
    (wanted ?? this.#toggle.element).focus();
    this.#next = null;
  }
}

/**
 * What to tell players whose latest change has not reached the server, or was refused.
 * @param {Miai.State} state
 */
function troubleOf({ planning, connection }) {
  if (planning.wanted === null) return planning.refusal;
  if (connection === "closed") return gettext("This game can no longer be watched. It is not known whether your plan was saved.");
  if (connection === "lost") return gettext("Connection lost. Your plan is kept, and sent when the connection is back.");
  return planning.refusal;
}

/**
 * @param {Miai.Action[]} plan
 * @param {boolean} on
 */
function wordsOf(plan, on) {
  if (on) return gettext("What you choose now is saved for later turns. Each turn plays the first legal choice in your plan and discards those before it. Nobody else sees your plan.");
  return plan.length ? gettext("Saved for later turns. Nobody else sees your plan.") : "";
}

/**
 * @param {string} text
 * @param {string} label what the button does, for those who cannot see the row
 * @param {string} does
 * @param {() => void} onClick
 */
function rowButton(text, label, does, onClick) {
  const made = button(text, "button button--small", onClick);
  made.dataset.does = does;
  made.setAttribute("aria-label", label);
  return made;
}
