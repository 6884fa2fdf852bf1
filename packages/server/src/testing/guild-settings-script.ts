// Uses everything that a guild's settings have once over HTTP, for the test that every endpoint answers
// as it declares.
import { aPicture } from "./guild-calls.ts";
import type { Answer } from "./answer.ts";
import { demo, type TestService } from "./start-service.ts";

const guild = `/guilds/${demo.guildId}`;

async function changeGuild(service: TestService): Promise<Answer[]> {
  const channels = { rules_channel_id: demo.generalId, public_updates_channel_id: demo.generalId };
  return [
    await service.asBot(`PATCH ${guild}`, { description: "Ships", icon: aPicture() }),
    await service.asBot(`PATCH ${guild}`, { features: ["COMMUNITY"], ...channels }),
  ];
}

async function useWidget(service: TestService): Promise<Answer[]> {
  const widget = { enabled: true, channel_id: demo.generalId };
  return [
    await service.asBot(`PATCH ${guild}/widget`, widget),
    await service.asBot(`GET ${guild}/widget`),
    await service.call(`GET ${guild}/widget.json`),
    await service.call(`GET ${guild}/widget.png?style=banner2`),
  ];
}

async function changeItBack(service: TestService): Promise<Answer[]> {
  const channels = { rules_channel_id: null, public_updates_channel_id: null };
  return [await service.asBot(`PATCH ${guild}`, { features: [], ...channels })];
}

/** Uses them all. @returns the statuses of the answers */
export async function changeSettings(service: TestService): Promise<number[]> {
  const answers = [
    ...(await changeGuild(service)),
    ...(await useWidget(service)),
    ...(await changeItBack(service)),
  ];
  return answers.map(({ status }) => status);
}
