// Replays a trace in a fork that was taken before it, over real sockets.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aService, demo, type TestService } from "../testing/start-service.ts";
import { signIn, type GatewayClient } from "../testing/clients/gateway-client.ts";

let service: TestService;
let gateway: GatewayClient;

beforeAll(async () => {
  service = await aService();
  const url = `${service.url.replace("http", "ws")}/gateway/`;
  gateway = (await signIn(url, { token: demo.botToken, intents: 0 })).client;
});

afterAll(async () => {
  await gateway.leave(1000);
  await service.stop();
});

async function forkNamed(name: string): Promise<void> {
  const made = await service.control("POST /worlds", { name, from: { fork: "main" } });
  expect(made.status).toBe(201);
}

const exported = async () => (await service.control("GET /world")).text;

/** Alice uses a command, and the bot responds and follows up. @returns the trace's id */
async function play(): Promise<string> {
  await service.asBot(`POST /applications/${demo.applicationId}/commands`, {
    name: "greet",
    description: "Greets",
  });
  const invoked = service.control("POST /users/alice/invoke", {
    application: "Concierge",
    channel: "general",
    command: "greet",
  });
  const { d } = await gateway.nextEvent("INTERACTION_CREATE");
  const { id, token } = d as { readonly id: string; readonly token: string };
  const path = `/interactions/${id}/${token}/callback`;
  const callback = await service.call(`POST ${path}`, {
    body: { type: 4, data: { content: "hello" } },
  });
  expect(callback.status).toBe(204);
  expect((await invoked).at("outcome")).toBe("replied");
  const followUp = `POST /webhooks/${demo.applicationId}/${token}`;
  expect((await service.call(followUp, { body: { content: "and more" } })).status).toBe(200);
  return id;
}

describe("a trace", () => {
  test("is replayed in a fork, with the fork's ids and token", async () => {
    await forkNamed("before");
    const trace = await play();
    const before = await exported();
    const list = await service.control("GET /journal?name=commands.createGlobal");
    const entry = list.at("items", 0, "id") as string;
    const made = await service.control(`POST /traces/${entry}/replay`, { in: "before" });
    expect(made.body).toMatchObject({ same: true, calls: [{ status: 201 }] });
    const answer = await service.control(`POST /traces/${trace}/replay`, { in: "before" });
    expect(answer.body).toEqual({
      same: true,
      calls: [
        expect.objectContaining({ name: "control.invoke", before: 200, status: 200 }),
        expect.objectContaining({ name: "interactions.callback", before: 204, status: 204 }),
        expect.objectContaining({ name: "webhooks.followUp", before: 200, status: 200 }),
      ],
    });
    const view = await service.control("GET /users/alice/view?channel=general&world=before");
    expect(view.at("text")).toContain("and more");
    expect(await exported()).toBe(before);
  });

  test("is replayed only in another world, which must exist", async () => {
    const trace = await play();
    const here = await service.control(`POST /traces/${trace}/replay`, { in: "main" });
    expect([here.status, here.at("message")]).toEqual([
      400,
      "A trace can only be replayed in another world, such as a fork taken before it",
    ]);
    const nowhere = await service.control(`POST /traces/${trace}/replay`, { in: "nowhere" });
    expect(nowhere.status).toBe(404);
    const unknown = await service.control("POST /traces/1/replay", { in: "before" });
    expect(unknown.status).toBe(404);
  });
});
