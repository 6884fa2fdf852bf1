import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { signedPartsOf, verdictOf } from "./signed-parts.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const key = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("hex");
const body = { version: 1, event: { type: "ENTITLEMENT_CREATE", data: { id: "9" } } };
const signature = sign(null, Buffer.from(`1795374078${JSON.stringify(body)}`), privateKey);

function aDelivery(sent: unknown) {
  const headers = {
    "x-signature-ed25519": signature.toString("hex"),
    "x-signature-timestamp": "1795374078",
  };
  return {
    kind: "delivery",
    application: "2",
    request: { method: "POST", url: "u", headers, body: sent },
  } as const;
}

test("the signature of a delivery is valid only for its key and its text", async () => {
  const right = signedPartsOf(aDelivery(body));
  const other = signedPartsOf(aDelivery({ ...body, version: 2 }));
  expect([await verdictOf(right, key), await verdictOf(other, key)]).toEqual(["holds", "fails"]);
});

test("a PING contains its application itself", () => {
  const ping = { ...aDelivery({ application_id: "7", type: 0 }), application: null };
  expect([signedPartsOf(ping)?.application, signedPartsOf(aDelivery(body))?.application]).toEqual([
    "7",
    "2",
  ]);
});

test("truncated or redacted deliveries are verified only by the service", async () => {
  const secretive = signedPartsOf(aDelivery({ ...body, token: "[redacted]" }));
  const cut = signedPartsOf({ ...aDelivery(body), cut: true });
  expect([await verdictOf(secretive, key), await verdictOf(cut, key)]).toEqual([
    "unseen",
    "unseen",
  ]);
  expect(await verdictOf(secretive, key, true)).toBe("holds");
  expect(await verdictOf(secretive, key, false)).toBe("fails");
});

test("an unsigned request has no signature", () => {
  const { request } = aDelivery(body);
  expect(signedPartsOf({ kind: "request", application: "2", request })).toBeUndefined();
  expect(
    signedPartsOf({ ...aDelivery(body), request: { ...request, headers: {} } }),
  ).toBeUndefined();
});
