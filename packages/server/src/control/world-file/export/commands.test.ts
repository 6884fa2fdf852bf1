import { afterAll, beforeAll, expect, test } from "vitest";
import { snowflakeKey } from "@antechamber/contract/schema";
import { aMemoryStore } from "../../../testing/memory-store.ts";
import type { Store } from "../../../platform/store.ts";
import { issuesOf, loaded } from "../../../testing/worlds/loaded-worlds.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { channels, roles } from "../../../domains/guilds/guild.ts";
import { exportWorld } from "../export.ts";

let store: Store;
beforeAll(async () => {
  store = await aMemoryStore();
});
afterAll(() => store.close());

const entry = (type: number, id: string) => ({ type, id, permission: true });

test("permissions of deleted entities are omitted, so that the file can be loaded", async () => {
  const { dump } = loaded({
    users: [{ id: "700000000000000001", username: "alice" }],
    applications: [
      {
        id: "700000000000000005",
        name: "A",
        command_permissions: [
          {
            id: "700000000000000005",
            guild_id: "G",
            permissions: ["700000000000000031", "700000000000000032"].map((id) => entry(1, id)),
          },
          {
            id: "700000000000000005",
            guild_id: "H",
            permissions: [entry(3, "700000000000000042")],
          },
        ],
      },
    ],
    guilds: [
      {
        id: "700000000000000003",
        name: "G",
        roles: [
          { id: "700000000000000031", name: "mods" },
          { id: "700000000000000032", name: "vips" },
        ],
        applications: [{ application: "A" }],
      },
      {
        id: "700000000000000004",
        name: "H",
        channels: [{ id: "700000000000000042", name: "general" }],
        applications: [{ application: "A" }],
      },
    ],
  });
  await store.load(dump);
  await store.transaction(async (tx) => {
    tx.delete(roles, compoundKey("700000000000000003", "700000000000000031"));
    tx.delete(channels, snowflakeKey("700000000000000042"));
  });
  const settings = { production: false, publicUrl: "", fileKey: new Uint8Array(32) };
  const file = await store.read((tx) => exportWorld({ tx, now: 0, settings }));
  expect(file.applications?.[0]?.command_permissions).toEqual([
    {
      id: "700000000000000005",
      guild_id: "G",
      permissions: [entry(1, "vips")],
    },
  ]);
  expect(issuesOf(file)).toEqual([]);
});
