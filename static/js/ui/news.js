/** What the moderators wrote to all members, on every page: gone from all tabs once it is read in one. */

/**
 * @param {(key: string) => Promise<unknown>} read says that the notice with this key is read
 * @returns {(unread: number[]) => void} hides all but these
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
      () => form.submit(), // as it is done without scripts: that says what is wrong
    );
  });

  return (unread) => {
    const forms = /** @type {NodeListOf<HTMLFormElement>} */ (aside?.querySelectorAll("form") ?? []);
    for (const form of forms) if (!unread.includes(Number(form.dataset["news"]))) hide(form);
  };
}
