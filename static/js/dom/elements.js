/** Makes HTML elements. Text is always inserted as text, never as markup. */

/**
 * An element with attributes (true: present, false or null: absent) and children.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {{[attribute: string]: string | number | boolean | null}} [attributes]
 * @param {(Node | string)[]} [children]
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function el(name, attributes = {}, children = []) {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(attribute, "");
    else if (value !== false && value !== null) element.setAttribute(attribute, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * A text with one part turned into an element, marked as in `<a>Log in</a> to chat`.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {string} text
 * @param {Name} name
 * @param {{[attribute: string]: string | number | boolean | null}} [attributes]
 */
export function withElement(text, name, attributes) {
  const [before = "", inside = "", after = ""] = text.split(new RegExp(`</?${name}>`));
  return [before, el(name, attributes, [inside]), after].filter(Boolean);
}

/**
 * A button that does not submit a form.
 * @param {string} text
 * @param {string} className
 * @param {() => void} onClick not called while the button is not possible
 */
export function button(text, className, onClick) {
  const made = el("button", { type: "button", class: className }, [text]);
  made.addEventListener("click", () => made.getAttribute("aria-disabled") === "true" || onClick());
  return made;
}

/**
 * Sets whether a button does anything. The attribute `disabled` would take the focus from it.
 * @param {HTMLButtonElement} made by `button`
 * @param {boolean} possible
 */
export function setPossible(made, possible) {
  made.setAttribute("aria-disabled", String(!possible));
}

/**
 * Sets an element's text only if it differs, so that a screen reader does not repeat it.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * The element with this id, which the page's template must contain.
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * The value of a `json_script` on the page, for the caller to check.
 * @param {string} id
 * @returns {unknown}
 */
export function readJson(id) {
  return JSON.parse(byId(id).textContent ?? "null");
}
