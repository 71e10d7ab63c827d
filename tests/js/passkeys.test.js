import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, text, withBytes, withText } from "../../static/js/core/passkeys.js";

const OPTIONS = {
  publicKey: {
    challenge: "-_8",
    user: { id: "AQI", name: "Anna" },
    excludeCredentials: [{ id: "Aw", type: "public-key" }],
    authenticatorSelection: { userVerification: "preferred" },
  },
};

test("bytes become text and text bytes, whatever they are", () => {
  const all = Uint8Array.from({ length: 256 }, (_, index) => index);
  assert.deepEqual(bytes(text(all.buffer)), all);
  assert.deepEqual([...bytes("-_8")], [251, 255]);
});

test("the browser is given bytes for a new passkey, and the server's options stay", () => {
  const { publicKey } = withBytes(OPTIONS, true);
  assert.deepEqual([...publicKey.challenge], [251, 255]);
  assert.deepEqual([...publicKey.user.id], [1, 2]);
  assert.deepEqual([...publicKey.excludeCredentials[0].id], [3]);
  assert.equal(OPTIONS.publicKey.challenge, "-_8");
});

test("a passkey that logs in alone has to be kept by the device, and to know its owner", () => {
  assert.deepEqual(withBytes(OPTIONS, true).publicKey.authenticatorSelection, {
    residentKey: "required",
    requireResidentKey: true,
    userVerification: "required",
  });
  assert.deepEqual(withBytes(OPTIONS, false).publicKey.authenticatorSelection, {
    residentKey: "discouraged",
    requireResidentKey: false,
    userVerification: "preferred",
  });
});

test("what the browser gave is sent as text, without what it did not give", () => {
  const buffer = (...values) => Uint8Array.from(values).buffer;
  const given = withText({
    id: "Aw",
    rawId: buffer(3),
    type: "public-key",
    getClientExtensionResults: () => ({ credProps: { rk: true } }),
    response: { clientDataJSON: buffer(1), signature: buffer(2), userHandle: null },
  });
  assert.deepEqual(given, {
    id: "Aw",
    rawId: "Aw",
    type: "public-key",
    clientExtensionResults: { credProps: { rk: true } },
    response: { clientDataJSON: "AQ", signature: "Ag" },
  });
});
