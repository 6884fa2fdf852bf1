// The SDK under faults: rate limits, cut connections, and a service that is down.
import { describe, expect, test } from "vitest";
import {
  Client,
  ClientError,
  ClientStatus,
  ErrorType,
  Rest,
} from "../../packages/sdk/src/index.ts";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { sdkClients } from "./sdk-clients.ts";

const { atEnd, aRunningService } = sdkClients();

type Change = readonly [ClientStatus, ClientError, number];

/** A client that is ready, and the changes of its connection status since then. */
async function aReadyClient(service: TestService) {
  const client = new Client({ baseUrl: service.url });
  atEnd(() => client.Disconnect());
  await client.UpdateToken(1, demo.accessToken);
  const changes: Change[] = [];
  client.SetStatusChangedCallback((...change) => changes.push(change));
  client.Connect();
  await expect.poll(() => client.GetStatus()).toBe(ClientStatus.Ready);
  changes.length = 0;
  return { client, changes };
}

describe("calls of the SDK", () => {
  const rest = (service: TestService, patienceMs?: number) =>
    new Rest({
      baseUrl: service.url,
      authorization: () => `Bot ${demo.botToken}`,
      ...(patienceMs === undefined ? {} : { patienceMs }),
    });
  const limitOnce = (service: TestService, retry_after: number) =>
    service.control("POST /faults", {
      match: { route: "lobbies.create" },
      http: { rate_limit: { retry_after } },
    });

  test("wait after a 429, and are retried", async () => {
    const service = await aRunningService();
    await limitOnce(service, 0.2);
    const lobby = await rest(service).api.lobbies.create({ body: {} });
    const same = await rest(service).api.lobbies.get({ path: { lobby_id: lobby.id } });
    expect(same).toEqual(lobby);
    expect(
      await rest(service).api.lobbies.delete({ path: { lobby_id: lobby.id } }),
    ).toBeUndefined();
  });

  test("fail with the 429 if the wait exceeds the patience", async () => {
    const service = await aRunningService();
    await limitOnce(service, 5);
    await expect(rest(service, 100).api.lobbies.create({ body: {} })).rejects.toMatchObject({
      name: "RestError",
      status: 429,
      retryAfter: 5,
    });
  });

  test("report form errors by their paths", async () => {
    const service = await aRunningService();
    const body = { idle_timeout_seconds: 1 };
    await expect(rest(service).api.lobbies.create({ body })).rejects.toMatchObject({
      status: 400,
      code: 50_035,
      errors: { idle_timeout_seconds: { _errors: [{ code: "NUMBER_TYPE_MIN" }] } },
    });
  });

  test("return a NetworkError result when nobody answers", async () => {
    const client = new Client({ baseUrl: "http://127.0.0.1:9" });
    const { result } = await client.FetchCurrentUser(1, "x");
    expect([result.Type(), result.Retryable()]).toEqual([ErrorType.NetworkError, true]);
  });
});

describe("a gateway connection of the SDK", () => {
  test("reports ConnectionFailed if it cannot be made, and UnexpectedClose if it is lost", async () => {
    const service = await aRunningService();
    const { client, changes } = await aReadyClient(service);
    service.dropConnections();
    const closed = [ClientStatus.Reconnecting, ClientError.UnexpectedClose, 1006];
    await expect.poll(() => changes[0]).toEqual(closed);
    await service.stop();
    const failed = [ClientStatus.Reconnecting, ClientError.ConnectionFailed, expect.any(Number)];
    await expect.poll(() => changes.at(-1)).toEqual(failed);
    client.Disconnect();
    expect(client.GetStatus()).toBe(ClientStatus.Disconnected);
  });

  test.each([
    ["a cut", { drop: true }],
    ["a wish to reconnect", { reconnect: true }],
    ["a close", { close_code: 4000 }],
    ["a session that may be resumed", { invalid_session: true }],
    ["a session that is gone", { invalid_session: false }],
  ])("recovers after %s", async (_, gateway) => {
    const service = await aRunningService();
    const { client, changes } = await aReadyClient(service);
    const planned = await service.control("POST /faults", {
      match: { user: "alice" },
      gateway,
    });
    expect(planned.status).toBe(201);
    await expect.poll(() => changes.at(-1)?.[0]).toBe(ClientStatus.Ready);
    const created = new Promise<bigint>((resolve) => client.SetLobbyCreatedCallback(resolve));
    const { lobbyId } = await client.CreateOrJoinLobby("a secret");
    expect(await created).toBe(lobbyId);
  });

  test("ends permanently when the token is not accepted", async () => {
    const service = await aRunningService();
    const { client, changes } = await aReadyClient(service);
    await service.control("POST /faults", {
      match: { user: "alice" },
      gateway: { close_code: 4004 },
    });
    await expect
      .poll(() => changes.at(-1))
      .toEqual([ClientStatus.Disconnected, ClientError.UnexpectedClose, 4004]);
    expect(client.GetStatus()).toBe(ClientStatus.Disconnected);
  });
});
