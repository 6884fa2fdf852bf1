import type { types } from "@antechamber/sdk/control";
import { expect, test } from "vitest";
import { sdkLines, sdkLinesIn } from "./sdk-lines.ts";

const ALICE = "100000000000000001";
const CONCIERGE = "200000000000000001";

const entry = (more: Partial<types.WholeEntry>): types.WholeEntry => ({
  id: "1",
  at: "2026-11-22T12:00:00.000+00:00",
  real_at: "2026-11-22T12:00:00.000+00:00",
  trace: "1",
  cause: null,
  kind: "request",
  actor: ALICE,
  application: null,
  name: "users.me",
  status: 200,
  summary: "GET /api/v10/users/@me → 200",
  request: { method: "GET", url: "/api/v10/users/@me", headers: {} },
  ...more,
});

const by = (authorization: string): NonNullable<types.WholeEntry["request"]> => ({
  method: "GET",
  url: "/api/v10/users/@me",
  headers: { Authorization: authorization },
});

const linesOf = (...entries: readonly types.WholeEntry[]): readonly string[] =>
  sdkLines(entries).split("\n").slice(1, -1);

test("only calls have lines, each with its status", () => {
  const lines = linesOf(
    entry({}),
    entry({ kind: "dispatch", name: "MESSAGE_CREATE" }),
    entry({ name: "control.clock.get", status: 401, cut: true }),
  );
  expect(lines).toEqual([
    "// users.me → 200",
    "await rest.api.users.me();",
    "// control.clock.get → 401",
    "// The body was truncated: it is incomplete here.",
    'await control.call("control.clock.get");',
  ]);
});

test.each([
  ["a bot", "Bot [redacted]", CONCIERGE, `Bot \${process.env["BOT_TOKEN_${CONCIERGE}"]}`],
  [
    "an application for a user",
    "Bearer [redacted]",
    CONCIERGE,
    `Bearer \${process.env["BEARER_${ALICE}"]}`,
  ],
  ["a user", "[redacted]", null, `\${process.env["USER_TOKEN_${ALICE}"]}`],
])("%s calls with a token from the environment", (_, header, application, text) => {
  const [, line] = linesOf(entry({ application, request: by(header) }));
  expect(line).toBe(`await rest.api.users.me({ authorization: \`${text}\` });`);
});

test("a call that the SDK does not have is marked", () => {
  expect(linesOf(entry({ name: "pages.home" })).at(-1)).toBe(
    "// The SDK has no method for this call.",
  );
});

test("a file without traces is refused", () => {
  expect(() => sdkLinesIn("{}\n")).toThrow("Line 1 is not an entry of a journal.");
});
