/**
 * Converts passkey data between the server, which writes bytes as base64url text, and the browser,
 * which takes and returns bytes. Not every browser can do this itself.
 */

/**
 * Reads the server's passkey options from the page.
 * @param {Document} page
 * @returns {Record<string, any>}
 */
export function readOptions(page) {
  return JSON.parse(page.getElementById("passkey-options")?.textContent ?? "{}");
}

/**
 * Converts the server's options to what the browser takes.
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
 * Converts what the browser returned to what the server takes.
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
