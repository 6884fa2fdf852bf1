import type { types } from "@antechamber/sdk/control";
import { describe, expect, test } from "vitest";
import { conversationOf, namesIn, withNextTraces } from "./conversation.ts";

const ALICE = "100000000000000001";
const APP = "200000000000000001";

function anEntry(parts: Partial<types.WholeEntry>): types.WholeEntry {
  return {
    id: "1",
    at: "2026-11-22T12:00:00.000Z",
    real_at: "2026-11-22T12:00:00.000Z",
    trace: "1",
    cause: null,
    kind: "request",
    actor: ALICE,
    application: APP,
    name: "control.invoke",
    summary: "POST /control/v1/users/alice/invoke → 200 in 2 ms",
    ...parts,
  };
}

const sent = (body: unknown, url = "/api/v10/x") => ({
  request: { method: "POST", url, headers: {}, body },
});

const invoke = anEntry(sent({ command: "1574266652436987904", options: { dish: "soup" } }));
const decision = anEntry({
  kind: "decision",
  name: "order",
  summary: "Permission check for order: ALLOWED",
  decision: {
    allowed: true,
    decision: [
      { step: 4, rule: "a guild", outcome: "met", decided: null },
      { step: 5, rule: "the user is the owner", outcome: "met", decided: "allows" },
    ],
  },
});
const dispatch = anEntry({
  kind: "dispatch",
  name: "INTERACTION_CREATE",
  sessions: 1,
  payload: {
    application_id: APP,
    type: 2,
    data: { name: "order" },
    member: { user: { id: ALICE, username: "alice" } },
  },
});
const callback = (body: unknown, parts: Partial<types.WholeEntry> = {}) =>
  anEntry({ actor: APP, name: "interactions.callback", status: 204, ...sent(body), ...parts });

/** Lines as texts: `user > service: runs /order “dish: soup”`. */
function texts(entries: readonly types.WholeEntry[]): readonly string[] {
  return conversationOf(entries).map(({ from, to, says, quote }) => {
    const quoted = quote === undefined ? "" : ` “${quote}”`;
    return `${from.kind} > ${to.kind}: ${says}${quoted}`;
  });
}

test("an interaction is described from the user's action to the public message", () => {
  const message = { content: "ordered soup", author: { id: APP, username: "Concierge" } };
  const messageCreate = anEntry({
    kind: "dispatch",
    name: "MESSAGE_CREATE",
    actor: APP,
    sessions: 2,
    payload: message,
  });
  const done = anEntry({ kind: "dispatch", name: "INTERACTION_SUCCESS", sessions: 1, payload: {} });
  const reply = callback({ type: 4, data: { content: "ordered soup", flags: 64 } });
  const all = [invoke, decision, dispatch, reply, messageCreate, done];
  expect(texts(all)).toEqual([
    "user > service: runs /order “dish: soup”",
    "service > service: Permission check for order: ALLOWED, by step 5: the user is the owner: met",
    "service > application: dispatches /order",
    "application > service: replies (ephemeral) “ordered soup”",
    "service > sessions: dispatches MESSAGE_CREATE “ordered soup”",
    "service > user: confirms that it succeeded",
  ]);
  expect(conversationOf(all).map(({ entry }) => entry)).toEqual(all);
  expect([...namesIn(all)]).toEqual([
    [ALICE, "alice"],
    [APP, "Concierge"],
  ]);
});

describe("the description of a callback", () => {
  test.each([
    [{ type: 5, data: { flags: 64 } }, "defers its reply (ephemeral)"],
    [{ type: 6 }, "defers its update of the message"],
    [{ type: 7, data: { embeds: [{ title: "Done" }] } }, "updates the message “Done”"],
    [{ type: 8, data: { choices: [{ name: "a" }, { name: "b" }] } }, "suggests 2 choices “a, b”"],
    [{ type: 9, data: { title: "Tell me" } }, "opens a modal “Tell me”"],
    [{ type: 4, data: { components: [{ type: 1 }] } }, "replies “1 components”"],
  ])("%j", (body, says) => {
    expect(texts([callback(body)])).toEqual([`application > service: ${says}`]);
  });
});

test("an application over HTTP answers in the same exchange, or not at all", () => {
  const handed = {
    kind: "delivery",
    name: "INTERACTION_CREATE",
    ...sent({ type: 3, data: { custom_id: "again" } }),
  } as const;
  const answer = { headers: {}, body: { type: 7, data: { content: "once more" } } };
  expect(texts([anEntry({ ...handed, status: 200, response: answer })])).toEqual([
    "service > application: delivers the component “again”",
    "application > service: updates the message “once more”",
  ]);
  expect(texts([anEntry({ ...handed, status: 500 })])[1]).toBe(
    "application > service: answers 500",
  );
  expect(texts([anEntry(handed)])[1]).toBe("application > service: does not respond");
});

test("a refusal contains its step, error, path and the accepted values", () => {
  const refused = callback(
    { type: 4 },
    {
      kind: "refusal",
      refusal: {
        step: "handler",
        error: { name: "InvalidForm", code: 50035, source: "s" },
        at: "data.embeds[0].title",
        needs: { range: { max: 256 } },
      },
    },
  );
  expect(texts([refused])).toEqual([
    "service > application: refuses the call at step “handler”: InvalidForm (50035) at data.embeds[0].title; would pass: a value up to 256",
  ]);
});

test("a user in the URL of the control plane is the actor, even if the action is denied", () => {
  const denied = anEntry({
    actor: null,
    application: null,
    ...sent({ command: "ban" }, "/control/v1/users/bob%20b/invoke"),
  });
  const [line] = conversationOf([denied]);
  expect([line?.from, line?.says]).toEqual([{ kind: "user", id: "bob b" }, "runs /ban"]);
});

test("JSON in a multipart body is read, and a call without a description shows its path", () => {
  const form =
    '--x\r\nContent-Disposition: form-data; name="payload_json"\r\nContent-Type: application/json\r\n\r\n{"content":"with a file"}\r\n--x--';
  const written = anEntry({ name: "channels.createMessage", ...sent(form) });
  const bare = anEntry({ name: "users.me", actor: APP, summary: "GET /api/v10/users/@me → 200" });
  expect(texts([written, bare])).toEqual([
    "user > service: sends a message “with a file”",
    "application > service: calls GET /api/v10/users/@me",
  ]);
});

test("long texts are truncated", () => {
  const [line] = conversationOf([callback({ type: 4, data: { content: "x".repeat(500) } })]);
  expect(line?.quote).toBe(`${"x".repeat(400)}…`);
});

test("traces in which users continued are linked where they started", () => {
  const at = (id: string, parts: Partial<types.WholeEntry> = {}) => ({ ...invoke, id, ...parts });
  const press = at("9", { name: "control.click", trace: "70", ...sent({ custom_id: "undo" }) });
  const filled = at("30", {
    name: "control.submit",
    trace: "80",
    ...sent({ fields: { why: "x" } }),
  });
  const lines = withNextTraces(conversationOf([at("8"), at("10")]), [press, filled]);
  expect(
    lines.map((each) => ("act" in each ? [each.act.trace, each.says, each.quote] : 0)),
  ).toEqual([0, ["70", "clicks “undo”", undefined], 0, ["80", "submits the modal", "why: x"]]);
});

test("a file with several traces is described trace by trace, each with its actor", () => {
  const message = (id: string, user: string, content: string) =>
    anEntry({
      id,
      trace: id,
      actor: null,
      application: null,
      name: "control.message",
      ...sent({ content }, `/control/v1/users/${user}/message`),
    });
  const ofAlice = message("1", "alice", "one");
  const ofBob = message("2", "bob", "two");
  const messageCreate = anEntry({ id: "3", trace: "1", kind: "dispatch", name: "MESSAGE_CREATE" });
  const lines = conversationOf([ofAlice, ofBob, messageCreate]);
  expect(lines.map(({ entry, from }) => [entry.id, from.id])).toEqual([
    ["1", "alice"],
    ["3", undefined],
    ["2", "bob"],
  ]);
});
