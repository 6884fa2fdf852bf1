import { endpoints, events, limits } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import { REDACTED } from "./known-secrets.ts";
import { Redaction, RedactionRules } from "./redaction.ts";

const longest = limits.journalBody.value;

function redaction(): Redaction {
  return new Redaction(new RedactionRules({ endpoints: [], events: [] }));
}

function shownOf(redactor: Redaction, body: string) {
  return redactor.answer("unknown", { headers: [], body });
}

describe("a body", () => {
  test("is shown up to the journal's limit and cut beyond", () => {
    const bodies = ["x".repeat(longest), "x".repeat(longest + 1)].map((body) =>
      shownOf(redaction(), body),
    );
    expect(bodies.map(({ body }) => body?.length)).toEqual([longest, longest]);
    expect(bodies.map(({ isCut }) => isCut)).toEqual([false, true]);
  });

  test("that is cut within a credential shows no part of it", () => {
    const redactor = redaction();
    const secret = `token-${"s".repeat(600)}`;
    redactor.addSecret(secret);
    for (const before of [1, 8, 300, 605]) {
      const { body } = shownOf(
        redactor,
        `${"x".repeat(longest - before)}${secret}${"y".repeat(99)}`,
      );
      expect(body?.length).toBeLessThanOrEqual(longest);
      expect(body).not.toContain("token-");
      expect(body).not.toContain("sss");
    }
  });

  test("is redacted later once a credential in it is known", () => {
    const redactor = redaction();
    const body = `${"x".repeat(3000)} a-credential`;
    expect(shownOf(redactor, body).body).toBe(body);
    expect(shownOf(redactor, body).body).toBe(body);
    redactor.addSecret("a-credential");
    expect(shownOf(redactor, body).body).toBe(`${"x".repeat(3000)} ${REDACTED}`);
  });
});

test("a credential of the world stays known, however many wrong ones anyone tries", () => {
  const given = redaction();
  given.addSecret("user-token-alice");
  for (let i = 0; i <= 10_000; i += 1) {
    const headers = ["authorization", `Bot wrong-token-${i}`];
    given.request("unknown", { method: "GET", url: "/", headers, body: undefined });
  }
  expect(given.text("by user-token-alice")).toBe(`by ${REDACTED}`);
});

test("a credential that was issued stays known, however many others anyone sends", () => {
  const given = new Redaction(new RedactionRules({ endpoints, events }));
  given.event("INTERACTION_CREATE", '{"token":"interaction-token"}');
  for (let i = 0; i <= 10_000; i += 1) {
    const body = `{"token":"a-wrong-token-${i}"}`;
    given.request("unknown", { method: "POST", url: "/", headers: [], body });
  }
  expect(given.text("by interaction-token")).toBe(`by ${REDACTED}`);
});

describe("a known credential that is percent-encoded", () => {
  const encoded = "user%2Dtoken%2dalice";

  test.each([
    ["a path", { url: `/channels/${encoded}/%C3%BC` }, `/channels/${REDACTED}/%C3%BC`],
    ["a query", { url: `/channels?of=${encoded}` }, `/channels?of=${REDACTED}`],
    ["a query with half a sign", { url: `/channels?%&of=${encoded}%2` }, `%&of=${REDACTED}%2`],
    ["a header", { headers: ["x-audit-log-reason", `by ${encoded} 100%`] }, `by ${REDACTED} 100%`],
    ["an address in a header", { headers: ["referer", `http://x/${encoded}`] }, `/${REDACTED}`],
    ["a form", { body: `a=b&foo=${encoded}` }, `a=b&foo=${REDACTED}`],
  ])("is not shown in %s", (_what, sent, expected) => {
    const redactor = redaction();
    redactor.addSecret("user-token-alice");
    const request = { method: "POST", url: "/", headers: [], ...sent };
    const { url, headers, body } = redactor.request("unknown", request);
    const text = [url, ...headers.redacted, body].join("\n");
    expect(text).toContain(expected);
    expect(text).not.toContain("alice");
  });

  test.each([
    ["a short text", ""],
    ["a long text", "x".repeat(longest / 2)],
    ["a text that is cut", "x".repeat(longest)],
  ])("is not shown in JSON, which stays JSON, in %s", (_what, rest) => {
    const redactor = redaction();
    redactor.addSecret("user-token-alice");
    const content = `by%20"${encoded}"%22\\%0A`;
    const body = JSON.stringify({ content, list: [`http://x/?of=%22${encoded}%22&b`], rest });
    const headers = ["content-type", "application/json"];
    const redacted = redactor.request("unknown", { method: "POST", url: "/", headers, body });
    const { text } = redactor.event("UNKNOWN", body);
    for (const each of [redacted.body ?? "", text]) {
      expect(each).not.toContain("alice");
      const whole = each.length < longest ? each : `${each}"}`;
      expect(JSON.parse(whole)).toMatchObject({
        content: `by%20"${REDACTED}"%22\\%0A`,
        list: [`http://x/?of="${REDACTED}"&b`],
      });
    }
  });

  test("leaves other percent-encoded text unchanged", () => {
    const request = {
      method: "POST",
      url: "/channels/a%2Db?c=d%2De",
      headers: ["x-audit-log-reason", "f%2Dg"],
      body: "h=i%2Dj",
    };
    const { url, headers, body } = redaction().request("unknown", request);
    expect({ ...request, url, headers: headers.redacted, body }).toEqual(request);
  });
});

test.each([
  ["x-forwarded-access-token", REDACTED],
  ["cf-access-jwt-assertion", REDACTED],
  ["x-api-key", REDACTED],
  ["x-auth-request-email", REDACTED],
  ["x-ratelimit-bucket", "a.b.c"],
  ["sec-websocket-key", "a.b.c"],
  ["x-authority", "a.b.c"],
])("the header %s is shown as %s", (name, redacted) => {
  const sent = { method: "GET", url: "/", headers: [name, "a.b.c"] };
  const { headers } = redaction().request("unknown", sent);
  expect(headers.redacted).toEqual([name, redacted]);
});
