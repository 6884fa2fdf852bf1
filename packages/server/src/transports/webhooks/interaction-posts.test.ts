import type { Interaction } from "@antechamber/contract/interactions";
import type { Static } from "@antechamber/contract/schema";
import { afterEach, describe, expect, test } from "vitest";
import { finishedDeliveries } from "../../domains/webhooks/finished.ts";
import { alphabetical } from "../../platform/formats/alphabetical.ts";
import { verifyKeyOf } from "../../platform/crypto.ts";
import type { OutboundResult } from "../../platform/outbound.ts";
import { openInteractionCalls } from "../../testing/calls/interaction-calls.ts";
import { ids } from "../../testing/worlds/interaction-world.ts";
import { replied, scriptedOutbound } from "../../testing/network/scripted-outbound.ts";
import { isSignedBy } from "../../testing/network/webhook-receiver.ts";
import { postInteractions } from "./interaction-posts.ts";

type Payload = Static<typeof Interaction>;

const seed = "5".repeat(64);
const url = "https://example.com/interactions";
const ping = { application: "Concierge", channel: "general", command: "ping" };
const delivered = { state: "delivered", attempts: [{ status: 200 }] };
const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

type Calls = Awaited<ReturnType<typeof openInteractionCalls>>;

/** An application with an HTTP endpoint that `answer` implements, called by several services. */
async function withEndpoint(
  answer: (payload: Payload, calls: Calls) => OutboundResult | Promise<OutboundResult>,
  services = 1,
) {
  const application = { interactions_endpoint_url: url, signingSeed: seed, hasBot: false };
  const calls = await openInteractionCalls({ application });
  const outbound = scriptedOutbound(({ body }) => answer(JSON.parse(body) as Payload, calls));
  const issues: unknown[] = [];
  const log = { error: (issue: unknown) => issues.push(issue) } as never;
  // A store that several services share does not track which records each of them changed.
  const store = services === 1 ? calls.store : { log: calls.store.log };
  for (let i = 0; i < services; i += 1) {
    stops.push(postInteractions({ ...calls, store, outbound, log }));
  }
  return { ...calls, outbound, issues };
}

/** One part of a form with the boundary `edge`. */
function part(about: string, type: string, content: string): string {
  const lines = ["--edge", `content-disposition: form-data; ${about}`, `content-type: ${type}`];
  return `${[...lines, "", content].join("\r\n")}\r\n`;
}

describe("an interaction by HTTP", () => {
  test("is signed, complete, and sent nowhere else", async () => {
    const hello = replied(200, { type: 4, data: { content: "hello" } });
    const { invoke, outbound, news, clock } = await withEndpoint(() => hello);
    await news();
    const outcome = await invoke("bob", ping);
    const [request, ...others] = outbound.requests;
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      url,
      headers: {
        "content-type": "application/json",
        "user-agent": "Discord-Interactions/1.0 (+https://discord.com)",
        "x-signature-ed25519": expect.stringMatching(/^[0-9a-f]{128}$/) as string,
        "x-signature-timestamp": String(Math.floor(clock.now() / 1000)),
      },
    });
    expect(request !== undefined && isSignedBy(verifyKeyOf(seed), request)).toBe(true);
    const payload = JSON.parse(request?.body ?? "") as Payload;
    expect(payload).toMatchObject({
      id: outcome.interaction,
      type: 2,
      application_id: ids.application,
    });
    expect(request?.body).toBe(JSON.stringify(alphabetical(payload)));
    expect((await news()).filter(({ scope }) => scope.kind === "application")).toEqual([]);
    expect(outcome).toMatchObject({ outcome: "replied", messages: [{ content: "hello" }] });
  });

  test("may be answered with files", async () => {
    const answer = { type: 4, data: { content: "see", attachments: [{ id: "0" }] } };
    const { invoke, issues } = await withEndpoint(() => {
      const parts = [
        part('name="payload_json"', "application/json", JSON.stringify(answer)),
        part('name="files[0]"; filename="notes.txt"', "text/plain", "the notes"),
      ];
      const contentType = "multipart/form-data; boundary=edge";
      const body = Buffer.from(`${parts.join("")}--edge--\r\n`);
      return { kind: "answered", status: 200, contentType, body };
    });
    expect(await invoke("bob", ping)).toMatchObject({
      outcome: "replied",
      messages: [{ content: "see", attachments: [{ filename: "notes.txt", size: 9 }] }],
    });
    expect(issues).toEqual([]);
  });

  test.each<[string, string, string]>([
    [
      "parts",
      "multipart/form-data; boundary=edge",
      `${part('name="type"', "text/plain", "5")}--edge--\r\n`,
    ],
    ["a urlencoded form", "application/x-www-form-urlencoded; charset=utf-8", "type=5"],
    [
      "a urlencoded form with the answer as JSON",
      "application/x-www-form-urlencoded",
      new URLSearchParams({ payload_json: JSON.stringify({ type: 5 }) }).toString(),
    ],
  ])("may be answered by a form: %s", async (_, contentType, text) => {
    const { invoke, issues } = await withEndpoint((payload, calls) => {
      calls.store.log.follow((facts) => {
        const isAcknowledged = facts.some(({ name }) => name === "INTERACTION_SUCCESS");
        if (isAcknowledged) void calls.editOriginal(payload, { content: "done" });
      });
      return { kind: "answered", status: 200, contentType, body: Buffer.from(text) };
    });
    const outcome = await invoke("bob", ping);
    expect(outcome).toMatchObject({ outcome: "replied", messages: [{ content: "done" }] });
    expect(issues).toEqual([]);
  });

  test.each<[string, string, string]>([
    ["without its form", "multipart/form-data; boundary=edge", "--edge--\r\n"],
    ["without a boundary", "multipart/form-data", "x"],
    [
      "with a broken form",
      "multipart/form-data; boundary=edge",
      `${part('name="payload_json"', "application/json", "{")}--edge--\r\n`,
    ],
  ])("fails when it is answered by a multipart form %s", async (_, contentType, text) => {
    const body = Buffer.from(text);
    const { invoke } = await withEndpoint(() => ({
      kind: "answered",
      status: 200,
      contentType,
      body,
    }));
    expect(await invoke("bob", ping)).toMatchObject({ outcome: "failed" });
  });

  test("may be deferred inline and completed later", async () => {
    const { invoke, issues } = await withEndpoint((payload, calls) => {
      calls.store.log.follow((facts) => {
        const isAcknowledged = facts.some(({ name }) => name === "INTERACTION_SUCCESS");
        if (isAcknowledged) void calls.editOriginal(payload, { content: "done" });
      });
      return replied(200, { type: 5 });
    });
    expect(await invoke("bob", ping)).toMatchObject({
      outcome: "replied",
      deferred: true,
      messages: [{ content: "done" }],
    });
    expect(issues).toEqual([]);
  });

  test("may be accepted with 202 and answered by the callback route", async () => {
    const { invoke } = await withEndpoint(async (payload, calls) => {
      await calls.callback(payload, { type: 4, data: { content: "by route" } });
      return { kind: "answered", status: 202, contentType: "", body: Buffer.alloc(0) };
    });
    const outcome = await invoke("bob", ping);
    expect(outcome).toMatchObject({ outcome: "replied", messages: [{ content: "by route" }] });
  });

  test("times out on the clock when it was accepted but never answered", async () => {
    const { invoke } = await withEndpoint((_, { clock }) => {
      void clock.moveTo(clock.now() + 3000);
      return { kind: "answered", status: 202, contentType: "", body: Buffer.alloc(0) };
    });
    expect(await invoke("bob", ping)).toMatchObject({ outcome: "timed_out" });
  });

  const bad: [string, OutboundResult][] = [
    ["an error", replied(500, {})],
    ["a redirect", replied(302, {})],
    ["a good answer with the status of a bad one", replied(400, { type: 5 })],
    ["an invalid answer", replied(200, { type: 99 })],
    ["an answer that is not legal", replied(200, { type: 8, data: { choices: [] } })],
    ["an empty message", replied(200, { type: 4, data: {} })],
    [
      "JSON that is broken",
      { kind: "answered", status: 200, contentType: "application/json", body: Buffer.from("{") },
    ],
    [
      "another content type",
      { ...replied(200, { type: 5 }), contentType: "text/html" } as OutboundResult,
    ],
    [
      "a urlencoded form that is not an answer",
      {
        ...replied(200, {}),
        contentType: "application/x-www-form-urlencoded",
        body: Buffer.from("payload_json={"),
      } as OutboundResult,
    ],
    [
      "a content type that only begins like JSON's",
      {
        ...replied(200, { type: 5 }),
        contentType: "application/json-patch+json",
      } as OutboundResult,
    ],
    ["no connection", { kind: "failed", reason: "refused" }],
    ["nothing in time", { kind: "timedOut" }],
  ];
  test.each<[string, OutboundResult, object]>([
    [
      "the status",
      replied(500, {}),
      { kind: "status", status: 500, message: "The endpoint answered 500, which is no 2xx." },
    ],
    [
      "broken JSON",
      { kind: "answered", status: 200, contentType: "application/json", body: Buffer.from("{") },
      { kind: "content", status: 200, message: "The endpoint's JSON could not be read." },
    ],
    [
      "the validation issue",
      replied(200, { type: 4, data: { content: "x".repeat(2001) } }),
      {
        kind: "answer",
        status: 200,
        error: { code: 50035, errors: { data: { content: { _errors: [{}] } } } },
      },
    ],
    [
      "that nobody is there",
      { kind: "failed", reason: "refused" },
      { kind: "connection", message: "The endpoint could not be called: refused." },
    ],
    ["that it was too slow", { kind: "timedOut" }, { kind: "timeout" }],
  ])("reports %s", async (_, result, reason) => {
    const { invoke } = await withEndpoint(() => result);
    const outcome = await invoke("bob", ping);
    expect(outcome.reason).toMatchObject({ ...reason, rule: expect.any(String) as string });
  });

  test.each(bad)("fails when the endpoint answers %s", async (_, result) => {
    const { invoke, news, issues } = await withEndpoint(() => result);
    await news();
    const isLate = result.kind === "timedOut";
    const outcome = isLate ? "timed_out" : "failed";
    expect(await invoke("bob", ping)).toMatchObject({ outcome, messages: [] });
    const failures = (await news()).filter(({ name }) => name === "INTERACTION_FAILURE");
    expect(failures).toMatchObject([
      { scope: { user_id: ids.bob }, payload: { reason_code: isLate ? 2 : 1 } },
    ]);
    expect(issues).toEqual([]);
  });

  test.each<[string, OutboundResult, string, object]>([
    ["its answer", replied(200, { type: 4, data: { content: "x" } }), "MESSAGE_CREATE", delivered],
    ["its failure", replied(500, {}), "INTERACTION_FAILURE", { state: "failed" }],
  ])("is listed as finished in the commit of %s", async (_, result, event, over) => {
    const { invoke, store } = await withEndpoint(() => result);
    const reads: Promise<unknown>[] = [];
    store.log.follow((facts) => {
      if (facts.some(({ name }) => name === event)) {
        reads.push(store.read((tx) => tx.find(finishedDeliveries)));
      }
    });
    const { interaction: id } = await invoke("bob", ping);
    expect(await Promise.all(reads)).toMatchObject([[{ id, kind: "interaction", ...over }]]);
  });

  test("keeps the callback's answer when the endpoint's reply is invalid", async () => {
    const { invoke } = await withEndpoint(async (payload, calls) => {
      await calls.callback(payload, { type: 4, data: { content: "by route" } });
      return replied(500, {});
    });
    expect(await invoke("bob", ping)).toMatchObject({ outcome: "replied" });
  });

  test("is sent once, however many processes share the store", async () => {
    const reply = replied(200, { type: 4, data: { content: "x" } });
    const calls = await withEndpoint(() => reply, 3);
    expect(await calls.invoke("bob", ping)).toMatchObject({ outcome: "replied" });
    expect(calls.outbound.requests).toHaveLength(1);
  });
});
