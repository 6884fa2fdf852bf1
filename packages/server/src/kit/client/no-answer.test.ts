import { expect, test } from "vitest";
import { noAnswer } from "./no-answer.ts";

const url = "https://127.0.0.1:8010";
const coded = (code: string, message = code) => Object.assign(new Error(message), { code });

test.each([
  [coded("EPROTO", "error:0A00010B:SSL routines::wrong version number")],
  [coded("ERR_SSL_PACKET_LENGTH_TOO_LONG", "SSL routines::packet length too long")],
])("a server without TLS is reported for an https URL: %s", (cause) => {
  const mends = { says: `what answers at ${url} does not use https` };
  expect(noAnswer(new Error("fetch failed", { cause }), url)).toEqual({
    ...mends,
    fix: "use http://127.0.0.1:8010",
  });
});

test.each([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_HAS_EXPIRED",
  "ERR_TLS_CERT_ALTNAME_INVALID",
])("an untrusted certificate is reported with its error code: %s", (code) => {
  const cause = new AggregateError([coded(code)]);
  const { says } = noAnswer(new Error("fetch failed", { cause }), url);
  expect(says).toBe(`the certificate at ${url} is not trusted: ${code}`);
});

test.each(['a page came, 200 "Sign in"', "what came is no JSON"])(
  "the response %s is reported as from a different server",
  (response) => {
    const { says, fix } = noAnswer(new Error(`/control/v1/clock: ${response}`), url);
    expect(says).toBe(`something other than an Antechamber service answers at ${url}: ${response}`);
    expect(fix).toContain("NO_PROXY");
  },
);

test.each([[coded("ECONNREFUSED")], [new Error("fetch failed")], [undefined]])(
  "the error %s is reported without details",
  (cause) => {
    const says = { says: `no service answers at ${url}` };
    expect(noAnswer(new Error("fetch failed", { cause }), url)).toEqual(says);
  },
);
