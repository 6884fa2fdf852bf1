import { afterAll, beforeAll, expect, test } from "vitest";
import { ageKey } from "@antechamber/contract";
import { openSqliteStore } from "../../../platform/sqlite/store.ts";
import type { Store } from "../../../platform/store.ts";
import { tables } from "../../../tables.ts";
import { faultsOf, loaded } from "../../../testing/loaded-worlds.ts";
import { pairKey } from "../../applications/installs.ts";
import { channels, roles } from "../../guilds/guild.ts";
import { exportWorld } from "./export.ts";

let store: Store;
beforeAll(async () => {
  store = await openSqliteStore({ file: ":memory:", tables });
});
afterAll(() => store.close());

const entry = (type: number, id: string) => ({ type, id, permission: true });

test("permissions of what is gone by now are left out, so that the file can be loaded again", async () => {
  const { dump } = loaded({
    users: [{ id: "1", username: "alice" }],
    applications: [
      {
        id: "5",
        name: "A",
        command_permissions: [
          { id: "5", guild_id: "G", permissions: ["31", "32"].map((id) => entry(1, id)) },
          { id: "5", guild_id: "H", permissions: [entry(3, "42")] },
        ],
      },
    ],
    guilds: [
      {
        id: "3",
        name: "G",
        roles: [
          { id: "31", name: "mods" },
          { id: "32", name: "vips" },
        ],
        applications: [{ application: "A" }],
      },
      {
        id: "4",
        name: "H",
        channels: [{ id: "42", name: "general" }],
        applications: [{ application: "A" }],
      },
    ],
  });
  await store.load(dump);
  await store.transaction(async (tx) => {
    tx.delete(roles, pairKey("3", "31"));
    tx.delete(channels, ageKey("42"));
  });
  const settings = { production: false, publicUrl: "", fileKey: new Uint8Array(32) };
  const file = await store.read((tx) => exportWorld({ tx, now: 0, settings }));
  expect(file.applications?.[0]?.command_permissions).toEqual([
    { id: "5", guild_id: "3", permissions: [entry(1, "32")] },
  ]);
  expect(faultsOf(file)).toEqual([]);
});
