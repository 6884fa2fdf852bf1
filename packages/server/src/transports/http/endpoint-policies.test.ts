// The reads that are declared to be remembered are: asked again, they are answered without the store. An
// answer for which the time was asked is never kept, so none of them depends on the time.
// Source: docs/decisions, "Answers are remembered".
import { endpoints } from "@antechamber/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSqliteStore } from "../../platform/sqlite/store.ts";
import type { Store } from "../../platform/store.ts";
import { tables } from "../../tables.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { isRemembered } from "./endpoint-policies.ts";

let reads = 0;
let store: Store;
let service: TestService;
let lobbyId: string;

beforeAll(async () => {
  const sqlite = await openSqliteStore({ file: ":memory:", tables });
  store = new Proxy(sqlite, {
    get(target, name) {
      if (name === "read") reads += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  service = await aService({ store, frozen: true });
  const application = `/applications/${demo.applicationId}`;
  const command = { name: "ping", description: "Answers" };
  await service.asBot(`POST ${application}/commands`, command);
  await service.asBot(`POST ${application}/guilds/${demo.guildId}/commands`, command);
  const members = [{ id: demo.aliceId }];
  lobbyId = (await service.asBot("POST /lobbies", { members })).id;
});
afterAll(async () => {
  await service.stop();
  await store.close();
});

const remembered = endpoints.filter(isRemembered);

test("some endpoints are remembered, and all of them are reads", () => {
  expect(remembered.length).toBeGreaterThan(15);
  expect(remembered.filter(({ method }) => method !== "GET")).toEqual([]);
});

/** A path with the parts of the demo world. */
async function pathOf({ path }: (typeof remembered)[number]): Promise<string> {
  const isOfGuild = path.includes("{guild_id}");
  const commands = isOfGuild
    ? `/applications/${demo.applicationId}/guilds/${demo.guildId}/commands`
    : `/applications/${demo.applicationId}/commands`;
  const [first] = (await service.asBot(`GET ${commands}`)).body as readonly { id: string }[];
  const parts: Readonly<Record<string, string | undefined>> = {
    application_id: demo.applicationId,
    guild_id: demo.guildId,
    channel_id: demo.generalId,
    user_id: demo.bobId,
    lobby_id: lobbyId,
    command_id: first?.id,
  };
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => parts[name] ?? name);
}

test.each(remembered.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s is answered again without the store",
  async (_id, endpoint) => {
    const takesBots = endpoint.auth.some(({ kind }) => kind === "bot");
    const auth = takesBots ? `Bot ${demo.botToken}` : demo.aliceToken;
    const route = `GET ${await pathOf(endpoint)}`;
    const first = await service.call(route, { auth });
    expect([route, first.status]).toEqual([route, 200]);
    reads = 0;
    const second = await service.call(route, { auth });
    expect([second.text, reads]).toEqual([first.text, 0]);
  },
);
