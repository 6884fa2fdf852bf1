// The SDK's client of the control plane, against a service over real sockets.
import { afterEach, expect, test } from "vitest";
import { aService, CONTROL_KEY } from "../../packages/server/src/testing/start-service.ts";
import {
  ControlClient,
  NetworkError,
  RestError,
  type JournalEvent,
} from "@antechamber/sdk/control";
import { Rest } from "@antechamber/sdk";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function aClient() {
  const service = await aService();
  stops.push(() => service.stop());
  return { service, control: new ControlClient({ baseUrl: service.url, controlKey: CONTROL_KEY }) };
}

test("control plane calls are made by their typed IDs", async () => {
  const { control } = await aClient();
  const { frozen } = await control.call("control.clock.move", { body: { frozen: true } });
  expect(frozen).toBe(true);
  const { items } = await control.call("control.journal.list", {
    query: { kind: "clock" as never },
  });
  expect(items.map(({ name }) => name)).toEqual(["clock.freeze"]);
});

test("a refusal throws a RestError, and an unreachable service a NetworkError", async () => {
  const { control } = await aClient();
  const unknown = { path: { entry_id: "1" } };
  await expect(control.call("control.journal.get", unknown)).rejects.toThrow(RestError);
  const nobody = new ControlClient({ baseUrl: "http://127.0.0.1:1", controlKey: "x" });
  await expect(nobody.call("control.clock.get")).rejects.toThrow(NetworkError);
});

test("a RestError contains the ID of its journal entry", async () => {
  const { service, control } = await aClient();
  const world = { body: { name: "main" } };
  const refused = await control
    .call("control.worlds.create", world)
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RestError);
  const { entry = "" } = refused as RestError;
  const found = await control.call("control.journal.get", { path: { entry_id: entry } });
  expect(found).toMatchObject({ name: "control.worlds.create", status: 409 });
  const rest = new Rest({ baseUrl: service.url });
  const unknown = await rest
    .call("lobbies.get", { path: { lobby_id: "1" } })
    .catch((error: unknown) => error);
  const own = await control.call("control.journal.get", {
    path: { entry_id: (unknown as RestError).entry ?? "" },
  });
  expect(own).toMatchObject({ name: "lobbies.get", status: 401 });
});

test("following the journal continues after the last known entry", async () => {
  const { service, control } = await aClient();
  await service.asBot("GET /users/@me");
  await service.asBot("POST /lobbies", {});
  const abort = new AbortController();
  const events: JournalEvent[] = [];
  for await (const event of control.follow({ lastEventId: "0", signal: abort.signal })) {
    events.push(event);
    if (events.length === 3) abort.abort();
  }
  expect(events.map(({ event, data }) => ("name" in data ? data.name : event))).toEqual([
    "hello",
    "users.me",
    "lobbies.create",
  ]);
});
