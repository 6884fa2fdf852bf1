// Calls every endpoint of players, child applications and guilds' integrations once, successfully.
import { externalIdentities } from "../../domains/oauth/accounts/external-identity.ts";
import type { Answer } from "../answer.ts";
import { demo, type TestService } from "../start-service.ts";

const steam = { external_auth_type: "STEAM_SESSION_TICKET", external_auth_token: "ticket" };
const client = { client_id: demo.applicationId, client_secret: demo.clientSecret };

/** Links two external identities to bob, as a merge would. */
async function mergeIntoBob({ work }: TestService): Promise<void> {
  const of = { application_id: demo.applicationId, provider_id: demo.applicationId };
  await work.transaction(async ({ tx }) => {
    for (const [provider_type, external_id] of [
      ["STEAM", "1"],
      ["DISCORD_BOT", "x"],
    ] as const) {
      tx.put(externalIdentities, { ...of, user_id: demo.bobId, provider_type, external_id });
    }
  });
}

async function usePlayers(service: TestService): Promise<readonly Answer[]> {
  const players = { external_identities: [{ ...listed, name: "Gabe" }] };
  const changed = await service.control(`PATCH /applications/${demo.applicationId}`, players);
  const provisional = await service.call("POST /partner-sdk/token", {
    body: { ...client, ...steam },
  });
  const parent = String(provisional.at("access_token"));
  const own = { auth: `Bearer ${parent}`, body: { global_name: "G" } };
  const child = await service.control("POST /applications", { name: "Child", parent: "Concierge" });
  const request = {
    parent_access_token: parent,
    child_application_id: child.id,
    parent_client_secret: demo.clientSecret,
  };
  const answers = [
    changed,
    provisional,
    await service.asBot("POST /partner-sdk/token/bot", { external_user_id: "x" }),
    await service.call("PATCH /users/@me/account", own),
    await service.call("POST /partner-sdk/child-token", { body: request }),
  ];
  const unmerge = "POST /partner-sdk/provisional-accounts/unmerge";
  await mergeIntoBob(service);
  answers.push(await service.call(unmerge, { body: { ...client, ...steam } }));
  await mergeIntoBob(service);
  answers.push(await service.asBot(`${unmerge}/bot`, { external_user_id: "x" }));
  await mergeIntoBob(service);
  const end = { application: "Concierge" };
  return [...answers, await service.control("POST /users/bob/deauthorize", end)];
}

const listed = { type: "STEAM_SESSION_TICKET", token: "ticket", id: "1" } as const;

/** Installs an application in the guild, and removes it in both ways. */
async function useIntegrations(service: TestService): Promise<readonly Answer[]> {
  const token = "aGVscGVy.demo.guest";
  const guest = await service.control("POST /applications", { name: "Guest", bot: { token } });
  const install = () =>
    service.control("POST /installs", { guild: demo.guildId, application: guest.id });
  const integrations = `/guilds/${demo.guildId}/integrations`;
  await install();
  const answers = [
    await service.asBot(`GET ${integrations}`),
    await service.asUser(demo.aliceToken, `DELETE ${integrations}/${guest.id}`),
  ];
  await install();
  const leave = `DELETE /users/@me/guilds/${demo.guildId}`;
  return [...answers, await service.call(leave, { auth: `Bot ${token}` })];
}

/** Runs the script. @returns the statuses in order */
export async function runPlayers(service: TestService): Promise<readonly number[]> {
  const answers = [...(await usePlayers(service)), ...(await useIntegrations(service))];
  return answers.map(({ status }) => status);
}
