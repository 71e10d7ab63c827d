/** The text beside the board of Automatafl: what the Agent did, what it would do now, and why. */

import { gettext } from "../../core/language.js";
import { el, say, withElement } from "../../dom/elements.js";
import { axisWords, lastWords, nowWords, reasonWords } from "./agent.js";

/** @param {HTMLElement} element */
export function agentPanel(element) {
  const last = el("p", { class: "agent-last" });
  const now = el("span");
  const row = el("dd");
  const column = el("dd");
  const reason = el("p", { class: "agent-reason" });
  const why = el("details", { class: "agent-why" }, [
    el("summary", { "data-closed": gettext("why?"), "data-open": gettext("less") }, [now]),
    el("dl", {}, [el("dt", {}, [gettext("Row")]), row, el("dt", {}, [gettext("Column")]), column]),
    reason,
  ]);
  const whole = el("div", { class: "agent" }, [why, last]);
  element.replaceChildren(whole);

  return {
    /**
     * @param {Miai.Automatafl.Decision | null} decision what the Agent would do now
     * @param {Miai.Automatafl.Decision | null} done what the Agent did in the last step
     * @param {import("../shared/grid.js").Extent} extent
     */
    update(decision, done, extent) {
      why.hidden = !decision;
      if (decision) {
        now.replaceChildren(...withElement(nowWords(decision, extent), "strong"));
        say(row, axisWords(decision, "row"));
        say(column, axisWords(decision, "column"));
        say(reason, reasonWords(decision));
      }
      last.hidden = !done;
      if (done) say(last, lastWords(done, extent));
      whole.hidden = !decision && !done;
    },
    destroy: () => whole.remove(),
  };
}
