// A nonce has at most 25 characters, wherever one is accepted. Source: protocol:
// commands-and-interactions 7, lobbies-and-sdk 3.
import { endpoints } from "@antechamber/contract";
import { NonceForm } from "@antechamber/contract/messages";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

const PLAYER = "bearer-player";
const world = {
  ...demoWorld,
  access_tokens: [
    {
      token: PLAYER,
      user: "alice",
      application: "Concierge",
      scopes: ["sdk.social_layer", "lobbies.write", "dm_channels.messages.write"],
    },
  ],
};

let service: TestService;
let lobby = "";
beforeAll(async () => {
  service = await aService({ world });
  lobby = (await service.asBot("POST /lobbies", { members: [{ id: demo.aliceId }] })).id;
});
afterAll(() => service.stop());

const general = `/channels/${demo.generalId}/messages`;
const auth = `Bearer ${PLAYER}`;
const calls: Readonly<
  Record<string, (nonce: unknown) => Promise<{ status: number; body: unknown }>>
> = {
  "channels.createMessage": (nonce) => service.asBot(`POST ${general}`, { content: "x", nonce }),
  "interactions.create": (nonce) =>
    service.asUser(demo.bobToken, "POST /interactions", {
      type: 2,
      application_id: demo.applicationId,
      channel_id: demo.generalId,
      data: {},
      nonce,
    }),
  "lobbies.createMessage": (nonce) =>
    service.call(`POST /lobbies/${lobby}/messages`, { auth, body: { content: "x", nonce } }),
  "users.createMessage": (nonce) =>
    service.call(`POST /users/${demo.bobId}/messages`, { auth, body: { content: "x", nonce } }),
};

interface Ruled {
  readonly properties?: Readonly<Record<string, Ruled>>;
  readonly formRules?: readonly unknown[];
}

function takesNonce(body: unknown): boolean {
  const { properties = {} } = (body ?? {}) as Ruled;
  const [rule] = (NonceForm as unknown as Ruled).formRules ?? [];
  return properties["nonce"]?.formRules?.[0] === rule;
}

test("every endpoint that takes a nonce is tried", () => {
  const taking = endpoints.filter(({ body }) => takesNonce(body)).map(({ id }) => id);
  expect(taking.toSorted()).toEqual(Object.keys(calls).toSorted());
});

const tooLong = { errors: { nonce: { _errors: [{ code: "NONCE_TYPE_TOO_LONG" }] } } };

describe.each(Object.entries(calls))("%s", (_id, call) => {
  test("refuses a nonce of 26 characters and accepts one of 25", async () => {
    expect(await call("x".repeat(26))).toMatchObject({ status: 400, body: tooLong });
    const { body } = await call("x".repeat(25));
    expect((body as { errors?: { nonce?: unknown } }).errors?.nonce).toBeUndefined();
  });

  test("refuses a nonce that is neither text nor an integer", async () => {
    for (const nonce of [1.5, {}, true]) {
      expect(await call(nonce)).toMatchObject({ status: 400, body: { errors: { nonce: {} } } });
    }
  });
});
