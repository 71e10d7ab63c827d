/** Making HTML elements. Text is always text, never markup. */

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
 * A text of which one part, marked as in `<a>Log in</a> to chat`, is an element.
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
 * A button that is no submit button.
 * @param {string} text
 * @param {string} className
 * @param {() => void} onClick
 */
export function button(text, className, onClick) {
  const made = el("button", { type: "button", class: className }, [text]);
  made.addEventListener("click", onClick);
  return made;
}

/**
 * Sets text that differs, so that a screen reader is not told the same thing again.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * The element of the page with this id, which the template promises.
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * What a `json_script` of the page holds.
 * @param {string} id
 */
export function readJson(id) {
  return JSON.parse(byId(id).textContent ?? "null");
}
