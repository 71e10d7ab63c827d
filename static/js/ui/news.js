/** The moderators' news for all members, shown on every page. Read in one tab, it goes from all. */

/**
 * @param {(key: string) => Promise<unknown>} read marks the notice with this key as read
 * @returns {(unread: number[]) => void} hides all notices but these
 */
export function followNews(read) {
  const aside = document.getElementById("news");

  /** @param {HTMLFormElement} form */
  function hide(form) {
    const had = form.contains(document.activeElement);
    form.remove();
    if (aside && !aside.querySelector("form")) aside.remove();
    if (had) /** @type {HTMLElement | null} */ (aside?.querySelector("button") ?? document.getElementById("main"))?.focus();
  }

  aside?.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    event.preventDefault();
    read(form.dataset["news"] ?? "").then(
      () => hide(form),
      () => form.submit(), // as without scripts; the next page then says what is wrong
    );
  });

  return (unread) => {
    const forms = /** @type {NodeListOf<HTMLFormElement>} */ (aside?.querySelectorAll("form") ?? []);
    for (const form of forms) if (!unread.includes(Number(form.dataset["news"]))) hide(form);
  };
}
