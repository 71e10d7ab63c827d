/** A player's plan: a button in the bar to plan ahead, and a panel that lists the plan and edits it. */

import { gettext, list } from "../core/language.js";
import { isPlanning, mayPlan, planOf } from "../core/planning.js";
import { button, el, say } from "../dom/elements.js";
import { announcer, interrupt } from "../dom/live.js";

/**
 * @param {HTMLElement} turn the place in the bar for the button
 * @param {HTMLElement} panel which already has its heading
 * @param {object} parts
 * @param {Miai.BoardModule} parts.board
 * @param {import("../core/planning.js").Planner} parts.planner
 */
export function mountPlan(turn, panel, { board, planner }) {
  const toggle = button("", "button", planner.toggle);
  const says = el("p", { class: "plan-says" });
  const trouble = el("p", { class: "plan-trouble" });
  const choices = el("ol", { class: "plan-list" });
  const drop = button(gettext("Clear plan"), "button button--small plan-drop", () => {
    planner.drop();
    toggle.focus();
  });
  turn.replaceChildren(toggle, trouble);
  panel.append(says, choices, drop);
  const tell = announcer();
  let listed = "[]";
  let told = "";
  /** Where the focus goes once the list has changed: the row's index and the button in it. @type {[number, string] | null} */
  let next = null;

  /**
   * @param {Miai.Action[]} plan
   * @param {Miai.Json} options
   */
  function show(plan, options) {
    const names = plan.map((action) => board.describe(action, options));
    choices.replaceChildren(...names.map((name, n) => el("li", {}, [
      el("span", {}, [name]),
      ...(n > 0 ? [rowButton(gettext("Move up"), gettext("Move up %(choice)s", { choice: name }), "earlier", () => {
        next = [n - 1, "earlier"];
        planner.earlier(n);
      })] : []),
      rowButton(gettext("Remove"), gettext("Remove %(choice)s from the plan", { choice: name }), "remove", () => {
        next = [Math.min(n, plan.length - 2), "remove"];
        planner.remove(n);
      }),
    ])));
    if (next) {
      const row = choices.children[next[0]];
      const wanted = /** @type {HTMLElement | null | undefined} */ (row?.querySelector(`[data-does=${next[1]}]`) ?? row?.querySelector("button"));
      (wanted ?? toggle).focus();
      next = null;
    }
    return names;
  }

  return {
    /** @param {Miai.State} state */
    update(state) {
      const may = mayPlan(state);
      // A draft must be sealed or taken back before the plan can be changed.
      const waits = state.choice.draft !== null;
      const plan = planOf(state) ?? [];
      const on = isPlanning(state);
      turn.hidden = !may || waits;
      panel.hidden = turn.hidden || !(on || plan.length);
      if (turn.hidden) return;
      const key = JSON.stringify(plan);
      if (key !== listed) {
        listed = key;
        const names = show(plan, state.game.options);
        tell(names.length ? gettext("Your plan: %(choices)s.", { choices: list(names) }) : gettext("Your plan is empty."));
      }
      say(toggle, on ? gettext("Done") : plan.length ? gettext("Change plan") : gettext("Plan ahead"));
      toggle.setAttribute("aria-pressed", String(on));
      panel.setAttribute("aria-busy", String(state.planning.wanted !== null));
      say(says, wordsOf(plan, on));
      say(trouble, state.planning.refusal);
      trouble.hidden = !state.planning.refusal;
      if (state.planning.refusal && state.planning.refusal !== told) interrupt(state.planning.refusal);
      told = state.planning.refusal;
      choices.hidden = drop.hidden = !plan.length;
    },
  };
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
