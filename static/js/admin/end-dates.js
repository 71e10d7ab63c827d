/** In the admin: buttons with the usual end dates, beside a field for when something ends. */

for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[data-offers]"))) {
  /** @type {{words: string, value: string}[]} */
  const offers = JSON.parse(field.dataset["offers"] ?? "[]");
  const row = document.createElement("span");
  row.className = "end-dates";
  for (const { words, value } of offers) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = words;
    button.addEventListener("click", () => {
      field.value = value;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    });
    row.append(button);
  }
  field.after(row);
}
