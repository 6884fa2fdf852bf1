// What players and their game do with messages, links and invites: each endpoint succeeds once.
import { demo, type TestService } from "../start-service.ts";

/** Runs the script. @returns the status of each response by its route */
export async function useGame(service: TestService): Promise<Readonly<Record<string, number>>> {
  const statuses: Record<string, number> = {};
  const alice = `Bearer ${demo.accessToken}`;
  const ask = async (route: string, auth: string, body?: unknown) => {
    const answer = await service.call(route, { auth, body });
    statuses[route.replaceAll(/\d{17,}/g, "…")] = answer.status;
    return answer;
  };
  const back = `Bot ${demo.botToken}`;
  const newcomer = await service.control("POST /users", { username: "newcomer" });
  const token = "bearer-newcomer";
  const scopes = ["sdk.social_layer"];
  const granted = { token, user: "newcomer", application: "Concierge", scopes };
  await service.control("POST /tokens", granted);

  const members = [{ id: demo.aliceId, flags: 1 }, { id: newcomer.id }];
  const { id } = await ask("POST /lobbies", back, { members });
  const lobby = `/lobbies/${id}`;
  await ask(`PATCH ${lobby}/channel-linking`, alice, { channel_id: demo.generalId });
  const metadata = { a: "b" };
  const message = await ask(`POST ${lobby}/messages`, alice, { content: "gg", metadata });
  await ask(`PUT ${lobby}/messages/${message.id}/moderation-metadata`, back, { verdict: "fine" });
  await ask(`GET ${lobby}/messages`, alice);
  await ask(`POST ${lobby}/members/@me/invites`, `Bearer ${token}`);
  await ask(`POST ${lobby}/members/${newcomer.id}/invites`, back);
  await ask(`GET /guilds/${demo.guildId}/channels?with_can_link_lobby=true`, alice);
  await ask(`DELETE /channels/${demo.generalId}/linked-lobby`, demo.aliceToken);
  await ask(`DELETE ${lobby}`, back);

  const messages = `/users/${demo.bobId}/messages`;
  const sent = await ask(`POST ${messages}`, alice, { content: "ready?", metadata });
  const pair = `/partner-sdk/dms/${demo.bobId}/${demo.aliceId}/messages/${sent.id}`;
  await ask(`PUT ${pair}/moderation-metadata`, back, { verdict: "fine" });
  await ask(`PATCH ${messages}/${sent.id}`, alice, { content: "steady?" });
  await ask(`GET ${messages}`, alice);
  await ask("GET /partner-sdk/users/@me/channels", alice);
  await ask(`DELETE ${messages}/${sent.id}`, alice);
  await service.control(`DELETE /users/${newcomer.id}`);
  return statuses;
}
