import type { types } from "@antechamber/sdk/control";
import { expect, test } from "vitest";
import { transcriptOf } from "./transcript.ts";

const ALICE = "100000000000000001";

const entry = (id: string, trace: string, content: string): types.WholeEntry => ({
  id,
  at: `2026-11-22T12:00:0${id}.000+00:00`,
  real_at: "2026-11-22T12:00:00.000+00:00",
  trace,
  cause: null,
  kind: "request",
  actor: ALICE,
  application: null,
  name: "channels.createMessage",
  status: 200,
  summary: "POST /api/v10/channels/1/messages → 200",
  request: { method: "POST", url: "/api/v10/channels/1/messages", headers: {}, body: { content } },
});

test("traces are listed one after another, with timestamps and quoted texts", () => {
  const entries = [entry("1", "7", "hi"), entry("2", "8", "two\nlines"), entry("3", "7", "bye")];
  const text = transcriptOf(entries, (id) => (id === ALICE ? "alice" : undefined));
  expect(text).toBe(`trace 7, 2026-11-22
12:00:01.000  alice → the service over HTTP: sends a message
              | hi
12:00:03.000  alice → the service over HTTP: sends a message
              | bye

trace 8, 2026-11-22
12:00:02.000  alice → the service over HTTP: sends a message
              | two
              | lines
`);
});

test("a user without a name is listed by ID", () => {
  expect(transcriptOf([entry("1", "7", "hi")], () => undefined)).toContain(
    `${ALICE} → the service`,
  );
});
