// Emojis, scheduled events, invites, and the clock.
import { aPicture } from "../../../packages/server/src/testing/calls/guild-calls.ts";
import { demo } from "../../../packages/server/src/testing/start-service.ts";
import { aChannel, aRole, guildPath, oneOf, type Act, type Stage } from "./stage.ts";

const HOUR_MS = 3_600_000;

async function createEmoji(stage: Stage) {
  const role = stage.dice.oneIn(3) ? await aRole(stage) : undefined;
  return stage.act(`POST ${guildPath}/emojis`, {
    name: stage.dice.of(["smile", "wave", "cake"]),
    image: aPicture(),
    roles: role === undefined ? [] : [role.id],
  });
}

async function editEmoji(stage: Stage) {
  const emoji = await oneOf(stage, "emojis");
  const edit = stage.dice.of<object>([{ name: "renamed" }, { roles: [] }]);
  return emoji && stage.act(`PATCH ${guildPath}/emojis/${emoji.id}`, edit);
}

async function deleteEmoji(stage: Stage) {
  const emoji = await oneOf(stage, "emojis");
  return emoji && stage.act(`DELETE ${guildPath}/emojis/${emoji.id}`);
}

async function planEvent(stage: Stage) {
  const at = (hours: number) => new Date(stage.service.clock.now() + hours * HOUR_MS).toISOString();
  const planned = {
    name: "Quiz",
    privacy_level: 2,
    scheduled_start_time: at(1),
    description: "fun",
  };
  const voice = await aChannel(stage, "voice");
  const entity_type = voice?.type === 13 ? 1 : 2;
  const where =
    voice === undefined || stage.dice.oneIn(2)
      ? { entity_type: 3, entity_metadata: { location: "Park" }, scheduled_end_time: at(2) }
      : { entity_type, channel_id: voice.id };
  return stage.act(`POST ${guildPath}/scheduled-events`, { ...planned, ...where });
}

async function editEvent(stage: Stage) {
  const event = await oneOf(stage, "scheduled-events");
  const status = event?.["status"] === 1 ? stage.dice.of([2, 4]) : 3;
  const edit = stage.dice.of<object>([
    { name: "Big quiz" },
    { description: "more fun" },
    { status },
  ]);
  return event && stage.act(`PATCH ${guildPath}/scheduled-events/${event.id}`, edit);
}

async function deleteEvent(stage: Stage) {
  const event = await oneOf(stage, "scheduled-events");
  return event && stage.act(`DELETE ${guildPath}/scheduled-events/${event.id}`);
}

async function createInvite(stage: Stage) {
  const channel = await aChannel(stage, "text");
  const form = { max_age: stage.dice.of([0, 1800]), temporary: stage.dice.oneIn(2), unique: true };
  return channel && stage.act(`POST /channels/${channel.id}/invites`, form);
}

async function revokeInvite(stage: Stage) {
  const invite = await oneOf(stage, "invites");
  return invite && stage.act(`DELETE /invites/${String(invite["code"])}`);
}

async function editGuildByControl(stage: Stage) {
  const edit = stage.dice.of<object>([
    { name: "Another name" },
    { description: "What it is" },
    { owner: "alice" },
    { verification_level: 2 },
    { preferred_locale: "de" },
    { system_channel_id: demo.generalId },
    { premium_tier: 3 },
  ]);
  return stage.service.control(`PATCH /guilds/${demo.guildId}`, edit);
}

async function pauseInvites(stage: Stage) {
  const until = new Date(stage.service.clock.now() + HOUR_MS).toISOString();
  const invites_disabled_until = stage.dice.of([until, null]);
  return stage.act(`PUT ${guildPath}/incident-actions`, { invites_disabled_until });
}

async function moveClock(stage: Stage) {
  const advance = stage.dice.of(["PT1S", "PT1M", "PT30M", "PT2H", "P1D"]);
  return stage.service.control("PATCH /clock", { advance });
}

export const guildActs: readonly Act[] = [
  { name: "create an emoji", weight: 3, perform: createEmoji },
  { name: "edit an emoji", weight: 2, perform: editEmoji },
  { name: "delete an emoji", weight: 1, perform: deleteEmoji },
  { name: "plan an event", weight: 3, perform: planEvent },
  { name: "edit an event", weight: 3, perform: editEvent },
  { name: "delete an event", weight: 1, perform: deleteEvent },
  { name: "create an invite", weight: 2, perform: createInvite },
  { name: "revoke an invite", weight: 1, perform: revokeInvite },
  { name: "edit the guild by control", weight: 2, perform: editGuildByControl },
  { name: "pause invites", weight: 1, perform: pauseInvites },
  { name: "move the clock", weight: 6, perform: moveClock },
];
