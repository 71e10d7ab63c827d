/**
 * What the server says about passkeys has bytes as text (base64url); the browser wants bytes, and
 * gives bytes back. Not every browser can turn the one into the other by itself.
 */

/**
 * What the page asks the browser for.
 * @param {Document} page
 * @returns {Record<string, any>}
 */
export function readOptions(page) {
  return JSON.parse(page.getElementById("passkey-options")?.textContent ?? "{}");
}

/**
 * The server's options as the browser takes them.
 * @param {any} options
 * @param {boolean} [alone] for a new passkey: whether it can log in without name and password
 */
export function withBytes(options, alone) {
  const asked = structuredClone(options.publicKey);
  asked.challenge = bytes(asked.challenge);
  if (asked.user) asked.user.id = bytes(asked.user.id);
  for (const list of [asked.allowCredentials, asked.excludeCredentials]) {
    for (const credential of list ?? []) credential.id = bytes(credential.id);
  }
  if (alone !== undefined) {
    asked.authenticatorSelection = {
      ...asked.authenticatorSelection,
      residentKey: alone ? "required" : "discouraged",
      requireResidentKey: alone,
      ...(alone ? { userVerification: "required" } : {}),
    };
  }
  return { publicKey: asked };
}

/**
 * What the browser gave, as the server takes it.
 * @param {any} credential
 */
export function withText(credential) {
  const { response } = credential;
  const names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const given = names.filter((name) => response[name]);
  return {
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: Object.fromEntries(given.map((name) => [name, text(response[name])])),
  };
}

/** @param {string} letters base64url */
export function bytes(letters) {
  const plain = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
export function text(buffer) {
  const letters = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
