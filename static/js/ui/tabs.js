/** Panels with tabs: arrow keys move between tabs, and a tab can show how much is new. */

import { ngettext, number } from "../core/language.js";
import { el } from "../dom/elements.js";

/**
 * Makes tabs of a `role="tablist"` whose buttons name their panels in `aria-controls`.
 * @param {HTMLElement} list
 */
export function mountTabs(list) {
  const tabs = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[role=tab]"))];
  /** @type {Map<string, number>} */
  const news = new Map();

  /** @param {HTMLElement} tab */
  function select(tab) {
    for (const other of tabs) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", String(chosen));
      other.tabIndex = chosen ? 0 : -1;
      panelOf(other).hidden = !chosen;
    }
    setNews(tab, 0);
  }

  /** @param {HTMLElement} tab */
  function panelOf(tab) {
    const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
    if (!panel) throw new Error("a tab without its panel");
    return panel;
  }

  /**
   * @param {HTMLElement} tab
   * @param {number} count
   */
  function setNews(tab, count) {
    news.set(tab.id, count);
    tab.querySelector(".tab-news")?.remove();
    if (count) {
      const hidden = el("span", { class: "visually-hidden" }, [ngettext("%(count)s new", "%(count)s new", count)]);
      tab.append(el("span", { class: "tab-news" }, [el("span", { "aria-hidden": "true" }, [number(count)]), " ", hidden]));
    }
  }

  for (const tab of tabs) tab.addEventListener("click", () => select(tab));
  list.addEventListener("keydown", (event) => {
    const visible = tabs.filter((tab) => !tab.hidden);
    const index = visible.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (index < 0 || !step) return;
    event.preventDefault();
    const next = visible.at((index + step) % visible.length);
    if (next) select(next), next.focus();
  });

  return {
    /**
     * Counts one more new thing in a panel, unless the panel is open.
     * @param {string} id of the tab
     */
    tell(id) {
      const tab = tabs.find((candidate) => candidate.id === id);
      if (tab && tab.getAttribute("aria-selected") !== "true") setNews(tab, (news.get(id) ?? 0) + 1);
    },
  };
}
