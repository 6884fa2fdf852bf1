import { editCurrentApplication } from "@antechamber/contract/applications";
import { parserOf, projection } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import { alphabetical } from "../../platform/formats/alphabetical.ts";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { OutboundRequest, OutboundResult } from "../../platform/outbound.ts";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { anApplication, aUser } from "../../testing/records.ts";
import { replied, scriptedOutbound } from "../../testing/network/scripted-outbound.ts";
import { openSigner } from "../../platform/crypto.ts";
import { images } from "../users/image.ts";
import { users } from "../users/user.ts";
import { applications, flagBits } from "./application.ts";
import { endpointCheck } from "./endpoint-check.ts";
import { applicationHandlers } from "./handlers.ts";
import { interactionIdIn } from "./interaction-token.ts";

interface Ping {
  readonly id: string;
  readonly token: string;
}

const own = "200000000000000001";
const seed = "7".repeat(64);
const url = "https://example.com/interactions";

function isSignedWell({ headers, body }: OutboundRequest): boolean {
  const moment = headers["x-signature-timestamp"] ?? "";
  return headers["x-signature-ed25519"] === openSigner().sign(seed, moment + body);
}

/** A correct endpoint, which verifies signatures. */
const wellBehaved = (request: OutboundRequest): OutboundResult =>
  isSignedWell(request) ? replied(200, { type: 1 }) : replied(401, {});

/** An endpoint that verifies signatures and replies with a given content type. */
const pongIn =
  (contentType: string) =>
  (request: OutboundRequest): OutboundResult =>
    isSignedWell(request)
      ? ({ ...replied(200, { type: 1 }), contentType } as OutboundResult)
      : replied(401, {});

async function anApplicationThatChanges(
  answer: (request: OutboundRequest) => OutboundResult = wellBehaved,
) {
  const outbound = scriptedOutbound(answer);
  const calls = await openHandlerCalls([]);
  const bindings = applicationHandlers({ check: endpointCheck(outbound) });
  const binding = bindings.find(({ endpoint }) => endpoint === editCurrentApplication);
  const flags_new = flagBits(["EMBEDDED", "GATEWAY_PRESENCE_LIMITED"]).toString();
  await calls.seed((tx) => {
    tx.put(users, aUser("100000000000000001"));
    const about = { owner_id: "100000000000000001", signingSeed: seed, flags_new };
    tx.put(applications, anApplication(own, about));
  });
  async function change(form: object) {
    const body = () => {
      const reading = parserOf(editCurrentApplication.body)(form);
      if (!reading.ok) throw invalidForm(...reading.issues);
      return reading.value;
    };
    const caller = { kind: "bot", application_id: own };
    const input = { params: {}, query: {}, files: [], locale: undefined, body };
    try {
      const reply = await binding?.run({ work: calls.work, caller } as never, input as never);
      return projection(editCurrentApplication.replies[200])(reply?.body) as Record<
        string,
        unknown
      >;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { code: error.declaration.code, ...error.details };
    }
  }
  return { ...calls, outbound, change };
}

describe("an endpoint for interactions", () => {
  test("is accepted if it answers a PING and rejects a wrong signature", async () => {
    const { change, outbound } = await anApplicationThatChanges();
    const view = await change({ interactions_endpoint_url: url });
    expect(view).toMatchObject({ id: own, interactions_endpoint_url: url });
    expect(outbound.requests.map(isSignedWell)).toEqual([true, false]);
    expect(outbound.requests.map((each) => each.url)).toEqual([url, url]);
    const body = outbound.requests[0]?.body ?? "";
    expect(body).toBe(JSON.stringify(alphabetical(JSON.parse(body))));
    expect(JSON.parse(body)).toMatchObject({
      type: 1,
      version: 1,
      application_id: own,
      authorizing_integration_owners: {},
      entitlements: [],
      user: { bot: true, system: true },
    });
  });

  test("receives PINGs whose tokens contain their interaction ID", async () => {
    const { change, outbound } = await anApplicationThatChanges();
    await change({ interactions_endpoint_url: url });
    const pings = outbound.requests.map(({ body }) => JSON.parse(body) as Ping);
    expect(pings.map(({ token }) => interactionIdIn(token))).toEqual(pings.map(({ id }) => id));
    expect(new Set(pings.map(({ id }) => id)).size).toBe(2);
  });

  test.each<[string, (request: OutboundRequest) => OutboundResult]>([
    ["takes every signature", () => replied(200, { type: 1 })],
    ["takes no signature", () => replied(401, {})],
    [
      "answers something else",
      (at) => (isSignedWell(at) ? replied(200, { type: 4 }) : replied(401, {})),
    ],
    [
      "answers with another status",
      (at) => (isSignedWell(at) ? replied(204, { type: 1 }) : replied(401, {})),
    ],
    ["answers in another content type", pongIn("text/plain")],
    ["answers in one that only begins like JSON's", pongIn("application/json-patch+json")],
    ["answers null", (at) => (isSignedWell(at) ? replied(200, null) : replied(401, {}))],
    [
      "fails on a wrong signature",
      (at) => (isSignedWell(at) ? replied(200, { type: 1 }) : replied(500, {})),
    ],
    ["does not answer", () => ({ kind: "timedOut" })],
    ["is not there", () => ({ kind: "failed", reason: "refused" })],
  ])("is refused when it %s, and nothing changes", async (_, answer) => {
    const { change, store } = await anApplicationThatChanges(answer);
    const message = "The specified interactions endpoint url could not be verified.";
    expect(await change({ interactions_endpoint_url: url, description: "x" })).toMatchObject({
      code: 50035,
      errors: { interactions_endpoint_url: { _errors: [{ message }] } },
    });
    const [stored] = await store.read((tx) => tx.find(applications));
    expect(stored).toMatchObject({ interactions_endpoint_url: null, description: "" });
  });

  test("is not checked when it stays the same or is removed", async () => {
    const { change, outbound } = await anApplicationThatChanges();
    await change({ interactions_endpoint_url: url });
    const { length } = outbound.requests;
    await change({ interactions_endpoint_url: url });
    expect(await change({ interactions_endpoint_url: null })).toMatchObject({
      interactions_endpoint_url: null,
    });
    expect(outbound.requests).toHaveLength(length);
  });

  test.each(["nonsense", "ftp://example.com", "http://", "x".repeat(2049)])(
    "is refused without a request if it is not a URL: %.20s",
    async (address) => {
      const { change, outbound } = await anApplicationThatChanges();
      const answer = await change({ interactions_endpoint_url: address });
      expect(answer).toMatchObject({ code: 50035, errors: { interactions_endpoint_url: {} } });
      expect(outbound.requests).toEqual([]);
    },
  );
});

describe("an endpoint for events", () => {
  const events = "https://example.com/events";
  const takesEvents = (request: OutboundRequest): OutboundResult => ({
    kind: "answered",
    status: isSignedWell(request) ? 204 : 401,
    contentType: "",
    body: Buffer.alloc(0),
  });

  test("is accepted if it answers a PING with 204 and rejects a wrong signature", async () => {
    const { change, outbound } = await anApplicationThatChanges(takesEvents);
    const types = ["ENTITLEMENT_CREATE", "APPLICATION_AUTHORIZED", "ENTITLEMENT_CREATE"];
    const form = { event_webhooks_url: events, event_webhooks_types: types };
    expect(await change(form)).toMatchObject({
      event_webhooks_url: events,
      event_webhooks_types: ["ENTITLEMENT_CREATE", "APPLICATION_AUTHORIZED"],
      // A new URL alone does not enable webhooks.
      event_webhooks_status: 1,
    });
    const bodies = outbound.requests.map(({ body }) => JSON.parse(body) as unknown);
    const ping = { version: 1, application_id: own, type: 0 };
    expect(bodies).toEqual([ping, ping]);
    expect(await change({ event_webhooks_status: 2 })).toMatchObject({ event_webhooks_status: 2 });
    expect(outbound.requests).toHaveLength(2);
  });

  test.each<[string, (request: OutboundRequest) => OutboundResult]>([
    ["answers as one for interactions does", wellBehaved],
    ["takes every signature", () => replied(204, "")],
    ["does not answer", () => ({ kind: "timedOut" })],
  ])("is refused when it %s, and nothing changes", async (_, answer) => {
    const { change, store } = await anApplicationThatChanges(answer);
    const message = "The specified event webhooks url could not be verified.";
    expect(await change({ event_webhooks_url: events, description: "x" })).toMatchObject({
      code: 50035,
      errors: { event_webhooks_url: { _errors: [{ message }] } },
    });
    const [stored] = await store.read((tx) => tx.find(applications));
    expect(stored).toMatchObject({ event_webhooks_url: null, description: "" });
  });

  test("is reported together with a faulty endpoint for interactions", async () => {
    const { change } = await anApplicationThatChanges(() => ({ kind: "timedOut" }));
    expect(
      await change({ event_webhooks_url: events, interactions_endpoint_url: url }),
    ).toMatchObject({ errors: { event_webhooks_url: {}, interactions_endpoint_url: {} } });
  });

  test.each([
    ["status 3, which is the service's own", { event_webhooks_status: 3 }],
    ["a type that does not exist", { event_webhooks_types: ["LOBBY_CREATE"] }],
    ["an invalid address", { event_webhooks_url: "nonsense" }],
  ])("refuses %s", async (_, form) => {
    const { change } = await anApplicationThatChanges(takesEvents);
    expect(await change(form)).toMatchObject({ code: 50035 });
  });
});

describe("editing an application", () => {
  test("changes only the fields in the request", async () => {
    const { change } = await anApplicationThatChanges();
    expect(await change({ description: "Helps", tags: ["a", "b"] })).toMatchObject({
      description: "Helps",
      tags: ["a", "b"],
    });
    expect(await change({ tags: null })).toMatchObject({ description: "Helps", tags: [] });
    const inLanguages = { default: "Aids", localizations: { de: "Hilft" } };
    expect(await change({ description: inLanguages })).toMatchObject({ description: "Aids" });
    for (const description of [
      { default: "x".repeat(401) },
      {},
      { default: "x", localizations: { x: "y" } },
    ]) {
      expect(await change({ description })).toMatchObject({ code: 50035 });
    }
    expect(await change({ description: null })).toMatchObject({ description: "" });
  });

  test("changes its install settings", async () => {
    const { change } = await anApplicationThatChanges();
    const installParams = { scopes: ["bot"], permissions: "8" };
    expect(
      await change({
        install_params: { scopes: ["bot"], permissions: 8 },
        integration_types_config: { 1: { oauth2_install_params: { scopes: ["bot"] } } },
        custom_install_url: "https://example.com/install",
        role_connections_verification_url: "https://example.com/roles",
      }),
    ).toMatchObject({
      install_params: installParams,
      custom_install_url: "https://example.com/install",
      role_connections_verification_url: "https://example.com/roles",
    });
    const view = await change({});
    expect(view["integration_types_config"]).toEqual({
      1: { oauth2_install_params: { scopes: ["bot"], permissions: "0" } },
    });
    const without = await change({ install_params: null, custom_install_url: null });
    expect(without).not.toHaveProperty("install_params");
    expect(without).not.toHaveProperty("custom_install_url");
    expect(await change({ integration_types_config: {} })).toMatchObject({ code: 50035 });
  });

  test("stores its pictures under their hashes", async () => {
    const { change, store } = await anApplicationThatChanges();
    const picture = "data:image/png;base64,iVBORw0KGgo=";
    const view = await change({ icon: picture, cover_image: picture });
    expect(view["icon"]).toMatch(/^[0-9a-f]{32}$/);
    expect(view["cover_image"]).toBe(view["icon"]);
    expect(await store.read((tx) => tx.find(images))).toMatchObject([{ hash: view["icon"] }]);
    expect(await change({ icon: null, cover_image: null })).toMatchObject({ icon: null });
    expect(await change({ icon: "https://example.com/a.png" })).toMatchObject({
      code: 50035,
      errors: { icon: {} },
    });
  });

  // Proves requirement 9 "flags in requests"
  test("changes only the flags for limited intents", async () => {
    const { change } = await anApplicationThatChanges();
    const requested = flagBits(["GATEWAY_GUILD_MEMBERS_LIMITED", "GATEWAY_GUILD_MEMBERS"]);
    const expected = flagBits(["EMBEDDED", "GATEWAY_GUILD_MEMBERS_LIMITED"]);
    const view = await change({ flags: Number(requested) });
    expect(view["flags_new"]).toBe(expected.toString());
  });

  test.each([
    ["a description that is too long", { description: "x".repeat(401) }, { description: {} }],
    ["too many tags", { tags: ["1", "2", "3", "4", "5", "6"] }, { tags: {} }],
    ["a tag that is too long", { tags: ["x".repeat(21)] }, { tags: { 0: {} } }],
  ])("refuses %s", async (_, form, errors) => {
    const { change } = await anApplicationThatChanges();
    expect(await change(form)).toMatchObject({ code: 50035, errors });
  });
});
