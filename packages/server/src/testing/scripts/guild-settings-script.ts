// Calls every endpoint of a guild's settings once over HTTP, for the test that every endpoint
// answers as it declares.
import { aPicture } from "../calls/guild-calls.ts";
import type { Answer } from "../answer.ts";
import { demo, type TestService } from "../start-service.ts";

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

async function welcome(service: TestService): Promise<Answer[]> {
  const channel = { channel_id: demo.generalId, description: "Talk", emoji_name: "👋" };
  const screen = { enabled: true, description: "Ahoy", welcome_channels: [channel] };
  const option = { title: "Ships", channel_ids: [demo.generalId] };
  const prompts = [{ id: "1", title: "What brings you here?", options: [option] }];
  const rooms: string[] = [];
  for (const name of ["a", "b", "c", "d", "e", "f", "g"]) {
    const writing = { id: demo.guildId, type: 0, allow: "2048" };
    const room = { name, permission_overwrites: [writing] };
    rooms.push((await service.asBot(`POST ${guild}/channels`, room)).id);
  }
  const onboarding = { prompts, default_channel_ids: rooms, enabled: true };
  return [
    await service.asBot(`PATCH ${guild}/welcome-screen`, screen),
    await service.asBot(`GET ${guild}/welcome-screen`),
    await service.asBot(`PUT ${guild}/onboarding`, onboarding),
    await service.asBot(`GET ${guild}/onboarding`),
    await service.control("POST /users/bob/onboarding", {
      guild: demo.guildId,
      options: ["Ships"],
    }),
    await service.asBot(`PUT ${guild}/onboarding`, { enabled: false }),
    ...(await Promise.all(rooms.map((id) => service.control(`DELETE /channels/${id}`)))),
  ];
}

async function useTemplates(service: TestService): Promise<Answer[]> {
  const made = await service.asBot(`POST ${guild}/templates`, { name: "Harbors" });
  const code = String(made.at("code"));
  const template = `${guild}/templates/${code}`;
  return [
    made,
    await service.call(`GET /guilds/templates/${code}`),
    await service.asBot(`GET ${guild}/templates`),
    await service.asBot(`PUT ${template}`),
    await service.asBot(`PATCH ${template}`, { name: "Ports" }),
    await service.asBot(`DELETE ${template}`),
  ];
}

async function lookFromOutside(service: TestService): Promise<Answer[]> {
  return [
    await service.asBot(`GET ${guild}/preview`),
    await service.asBot(`GET ${guild}/vanity-url`),
    await service.asBot(`GET ${guild}/new-member-welcome`),
  ];
}

async function changeItBack(service: TestService): Promise<Answer[]> {
  const channels = { rules_channel_id: null, public_updates_channel_id: null };
  return [await service.asBot(`PATCH ${guild}`, { features: [], ...channels })];
}

/** Runs the script. @returns the statuses of the responses */
export async function changeSettings(service: TestService): Promise<number[]> {
  const answers = [
    ...(await changeGuild(service)),
    ...(await useWidget(service)),
    ...(await welcome(service)),
    ...(await useTemplates(service)),
    ...(await lookFromOutside(service)),
    ...(await changeItBack(service)),
  ];
  return answers.map(({ status }) => status);
}
