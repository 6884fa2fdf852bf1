// Calls every endpoint of moderation once over HTTP, for the test that every endpoint answers as it
// declares.
import type { Answer } from "../answer.ts";
import { demo, type TestService } from "../start-service.ts";

const guild = `/guilds/${demo.guildId}`;

async function useRoles(service: TestService): Promise<Answer[]> {
  const as = (operation: string, body?: object) => service.asUser(demo.aliceToken, operation, body);
  const made = await as(`POST ${guild}/roles`, { name: "Crew", hoist: true });
  const role = `${guild}/roles/${made.id}`;
  const worn = `${guild}/members/${demo.bobId}/roles/${made.id}`;
  return [
    made,
    await as(`GET ${role}`),
    await as(`PATCH ${role}`, { name: "Deck", color: 255 }),
    await as(`PATCH ${guild}/roles`, [{ id: made.id, position: 1 }]),
    await as(`PUT ${worn}`),
    await as(`DELETE ${worn}`),
    await as(`DELETE ${role}`),
  ];
}

async function useMembers(service: TestService): Promise<Answer[]> {
  const as = (operation: string, body?: object) => service.asUser(demo.aliceToken, operation, body);
  const { id: dan } = await service.control("POST /users", { username: "dan", token: "token-dan" });
  const token = "bearer-dan";
  await service.control("POST /tokens", {
    token,
    user: "dan",
    application: demo.applicationId,
    scopes: ["guilds.join"],
  });
  const everyone = `PATCH /roles/${demo.guildId}`;
  await service.control(everyone, { permissions: ["VIEW_CHANNEL", "CREATE_INSTANT_INVITE"] });
  const member = `${guild}/members/${dan}`;
  const ban = `${guild}/bans/${dan}`;
  return [
    await service.asBot(`PUT ${member}`, { access_token: token }),
    await service.asBot(`PUT ${member}`, { access_token: token }),
    await as(`PATCH ${member}`, { nick: "Danny" }),
    await as(`GET ${guild}/prune?days=1`),
    await as(`POST ${guild}/prune`, { days: 30 }),
    await as(`DELETE ${member}`),
    await as(`PUT ${ban}`, { delete_message_seconds: 60 }),
    await as(`GET ${ban}`),
    await as(`GET ${guild}/bans?limit=10`),
    await as(`DELETE ${ban}`),
    await as(`PUT ${guild}/incident-actions`, { invites_disabled_until: null }),
    await as(`POST ${guild}/bulk-ban`, { user_ids: [dan] }),
    await service.control("DELETE /users/dan"),
  ];
}

async function useRules(service: TestService): Promise<Answer[]> {
  const as = (operation: string, body?: object) => service.asUser(demo.aliceToken, operation, body);
  const rules = `${guild}/auto-moderation/rules`;
  const kinds = [
    { trigger_type: 1, trigger_metadata: { keyword_filter: ["cat*"] } },
    { trigger_type: 3 },
    { trigger_type: 4, trigger_metadata: { presets: [1] } },
    { trigger_type: 5, trigger_metadata: { mention_total_limit: 5 } },
    { trigger_type: 6, event_type: 2, actions: [{ type: 4 }] },
  ];
  const answers: Answer[] = [];
  for (const kind of kinds) {
    const actions = [{ type: 1, metadata: { custom_message: "Not here" } }];
    const made = await as(`POST ${rules}`, { name: "Order", event_type: 1, actions, ...kind });
    const one = `${rules}/${made.id}`;
    answers.push(made, await as(`GET ${one}`), await as(`GET ${rules}`));
    answers.push(await as(`PATCH ${one}`, { enabled: true }), await as(`DELETE ${one}`));
  }
  return answers;
}

async function useBoosts(service: TestService): Promise<Answer[]> {
  return [
    await service.control("POST /users/bob/boosts", { guild: demo.guildId }),
    await service.control(`DELETE /users/bob/boosts/${demo.guildId}`),
  ];
}

async function useRequests(service: TestService): Promise<Answer[]> {
  const features = ["MEMBER_VERIFICATION_GATE_ENABLED", "MEMBER_VERIFICATION_MANUAL_APPROVAL"];
  const asks = "/users/eve/join-requests";
  const set = await service.control(`PATCH ${guild}`, { features });
  await service.control("POST /users", { username: "eve" });
  const answer = await service.control(`POST ${asks}`, { guild: demo.guildId });
  const taken = await service.control(`DELETE ${asks}/${demo.guildId}`);
  const { id } = await service.control(`POST ${asks}`, { guild: demo.guildId });
  const as = (operation: string, body?: object) => service.asUser(demo.aliceToken, operation, body);
  return [
    set,
    answer,
    taken,
    await as(`GET ${guild}/requests`),
    await as(`PATCH ${guild}/requests/${id}`, { action: "REJECTED", rejection_reason: "No" }),
    await service.control(`PATCH ${guild}`, { features: [] }),
    await service.control("DELETE /users/eve"),
  ];
}

/** Runs the script. @returns the statuses of the responses */
export async function runModeration(service: TestService): Promise<number[]> {
  const answers = [
    ...(await useRoles(service)),
    ...(await useMembers(service)),
    ...(await useRules(service)),
    ...(await useRequests(service)),
    ...(await useBoosts(service)),
  ];
  return answers.map(({ status }) => status);
}
