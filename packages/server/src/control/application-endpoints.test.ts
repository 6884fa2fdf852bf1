import { applicationEntity, probeApplication } from "@antechamber/contract/control";
import { afterEach, describe, expect, test } from "vitest";
import type { OutboundRequest, OutboundResult } from "../platform/outbound.ts";
import { anEntityWorld } from "../testing/worlds/entity-world.ts";
import { replied, scriptedOutbound } from "../testing/network/scripted-outbound.ts";
import { isSignedBy } from "../testing/network/webhook-receiver.ts";
import { applications } from "../domains/applications/application.ts";
import { demo } from "./world-file/demo-world.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const url = "https://example.com/endpoint";
const at = { application: demo.applicationId };

/** The demo world, in which a validly signed request to the application's endpoint gets `onGood`. */
async function aWorld(onGood: OutboundResult) {
  const key = { value: "" };
  const answer = (request: OutboundRequest) =>
    isSignedBy(key.value, request) ? onGood : replied(401, {});
  const outbound = scriptedOutbound(answer);
  const world = await anEntityWorld(undefined, outbound);
  stops.push(() => world.store.close());
  const [application] = await world.store.read((tx) => tx.find(applications));
  key.value = application?.verify_key ?? "";
  return {
    ...world,
    outbound,
    edit: (body: object) => world.ask(applicationEntity.edit, at, body),
  };
}

const pong = replied(200, { type: 1 });
const nothing: OutboundResult = {
  kind: "answered",
  status: 204,
  contentType: "",
  body: Buffer.alloc(0),
};

describe("the probe of an endpoint", () => {
  const ask = (world: Awaited<ReturnType<typeof aWorld>>, endpoint: string) =>
    world.ask(probeApplication, at, { endpoint });

  test("shows the answers to a valid and to an invalid signature, and changes nothing", async () => {
    const world = await aWorld(pong);
    await world.edit({ interactions_endpoint_url: url });
    expect(await ask(world, "interactions")).toMatchObject({
      status: 200,
      body: {
        url,
        signed_well: { status: 200, error: null, passes: true },
        signed_wrongly: { status: 401, error: null, passes: true },
      },
    });
    expect(world.outbound.requests).toHaveLength(4);
  });

  test("shows wrong answers, and that there was none", async () => {
    const answers: OutboundResult[] = [
      pong,
      replied(401, {}),
      replied(200, {}),
      { kind: "timedOut" },
    ];
    const outbound = scriptedOutbound(() => answers.shift() ?? pong);
    const world = await anEntityWorld(undefined, outbound);
    stops.push(() => world.store.close());
    await world.ask(applicationEntity.edit, at, { interactions_endpoint_url: url });
    const { body } = await world.ask(probeApplication, at, { endpoint: "interactions" });
    expect(body).toMatchObject({
      signed_well: { status: 200, error: null, passes: false },
      signed_wrongly: { status: null, error: "no answer in time", passes: false },
    });
  });

  test("is refused without an endpoint", async () => {
    expect(await ask(await aWorld(pong), "events")).toMatchObject({ status: 409 });
  });
});

describe("the operator gives an application", () => {
  test("an endpoint for interactions, which is verified by PING", async () => {
    const { edit, outbound } = await aWorld(pong);
    const answer = await edit({ interactions_endpoint_url: url });
    expect(answer).toMatchObject({ status: 200, body: { interactions_endpoint_url: url } });
    expect(outbound.requests).toHaveLength(2);
  });

  test("an endpoint for events with types and status, which is verified by PING", async () => {
    const { edit, outbound } = await aWorld(nothing);
    const events = { url, types: ["ENTITLEMENT_CREATE"], status: 1 };
    expect(await edit({ event_webhooks: events })).toMatchObject({
      status: 200,
      body: { event_webhooks: events },
    });
    expect(outbound.requests).toHaveLength(2);
    await edit({ event_webhooks: { status: 2 }, description: "x" });
    expect(outbound.requests).toHaveLength(2);
  });

  test.each([
    [{ interactions_endpoint_url: url }, { interactions_endpoint_url: {} }],
    [{ event_webhooks: { url } }, { event_webhooks: { url: {} } }],
  ])("no endpoint that does not answer: %j", async (form, errors) => {
    const { edit } = await aWorld({ kind: "timedOut" });
    expect(await edit(form)).toMatchObject({ status: 400, body: { code: 50035, errors } });
  });

  test("every setting that it could change itself", async () => {
    const { edit, ask } = await aWorld(nothing);
    const form = {
      cover_image: "0123456789abcdef0123456789abcdef",
      custom_install_url: "https://example.com/install",
      install_params: { scopes: ["bot"], permissions: "8" },
      integration_types_config: { 1: { oauth2_install_params: { scopes: ["bot"] } } },
      role_connections_verification_url: "https://example.com/roles",
    };
    expect(await edit(form)).toMatchObject({ status: 200, body: form });
    expect((await ask(applicationEntity.get, at)).body).toMatchObject(form);
  });
});
