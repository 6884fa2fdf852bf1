// A world file as an operator gives it to a service in production mode: it contains every secret.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { WorldFile } from "@antechamber/contract/control";

const applicationId = "200000000000000009";

/** The credentials that tests use, and the channel that they write to. */
export const deployed = {
  controlKey: "a-key-of-at-least-32-characters-for-this-test",
  botToken: `${Buffer.from(applicationId).toString("base64url")}.deployed.9LkqTz0dXv3RfWb7`,
  userToken: "deployed-user-4mGq81Xc0ZtYpN2s",
  guildId: "300000000000000009",
  channelId: "300000000000000019",
} as const;

const world: WorldFile = {
  users: [{ id: "100000000000000009", username: "eve", token: deployed.userToken }],
  applications: [
    {
      id: applicationId,
      name: "Herald",
      owner: "eve",
      client_secret: "deployed-client-7Hs2kQ9vBn4xLw0e",
      bot: { token: deployed.botToken },
    },
  ],
  guilds: [
    {
      id: deployed.guildId,
      name: "Deployed",
      owner: "eve",
      channels: [{ id: deployed.channelId, name: "general", type: 0 }],
      members: [{ user: "eve" }],
      applications: [{ application: "Herald", scopes: ["bot"], permissions: "8" }],
    },
  ],
};

/** Writes the world file into a folder. @returns its path */
export async function worldFileIn(folder: string): Promise<string> {
  const path = join(folder, "world.json");
  await writeFile(path, JSON.stringify(world), { mode: 0o600 });
  return path;
}
