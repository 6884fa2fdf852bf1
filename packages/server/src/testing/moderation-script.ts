// Uses everything that keeps a guild in order once over HTTP, for the test that every endpoint answers
// as it declares.
import type { Answer } from "./answer.ts";
import { demo, type TestService } from "./start-service.ts";

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

/** Uses them all. @returns the statuses of the answers */
export async function keepOrder(service: TestService): Promise<number[]> {
  return (await useRoles(service)).map(({ status }) => status);
}
