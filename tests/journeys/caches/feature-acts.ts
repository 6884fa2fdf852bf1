// Stickers, sounds, stages, Auto Moderation rules, templates, onboarding, recurring events and
// boosts.
import { aSound } from "../../../packages/server/src/testing/files/sound-files.ts";
import { aPng } from "../../../packages/server/src/testing/files/sticker-files.ts";
import { demo } from "../../../packages/server/src/testing/start-service.ts";
import {
  aChannel,
  aMember,
  aRole,
  guildPath,
  listed,
  oneOf,
  type Act,
  type Stage,
} from "./stage.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function addSticker(stage: Stage) {
  const form = new FormData();
  const fields = { name: stage.dice.of(["wave", "nod"]), tags: "wave", description: "hello" };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob([new Uint8Array(aPng())], { type: "image/png" }), "wave.png");
  return stage.act(`POST ${guildPath}/stickers`, form);
}

async function editSticker(stage: Stage) {
  const sticker = await oneOf(stage, "stickers");
  const edit = stage.dice.of<object>([{ name: "salute" }, { description: null }, { tags: "bow" }]);
  return sticker && stage.act(`PATCH ${guildPath}/stickers/${sticker.id}`, edit);
}

async function removeSticker(stage: Stage) {
  const sticker = await oneOf(stage, "stickers");
  return sticker && stage.act(`DELETE ${guildPath}/stickers/${sticker.id}`);
}

const aSoundOf = async (stage: Stage) =>
  stage.dice.of(await listed(stage, `${guildPath}/soundboard-sounds`, "items"));

async function addSound(stage: Stage) {
  const form = { name: stage.dice.of(["horn", "bell"]), sound: aSound(), emoji_name: "📯" };
  return stage.act(`POST ${guildPath}/soundboard-sounds`, form);
}

async function editSound(stage: Stage) {
  const sound = await aSoundOf(stage);
  const edit = stage.dice.of<object>([{ volume: 0.5 }, { name: "gong" }, { emoji_name: null }]);
  return (
    sound && stage.act(`PATCH ${guildPath}/soundboard-sounds/${String(sound["sound_id"])}`, edit)
  );
}

async function removeSound(stage: Stage) {
  const sound = await aSoundOf(stage);
  return sound && stage.act(`DELETE ${guildPath}/soundboard-sounds/${String(sound["sound_id"])}`);
}

async function aStageChannel(stage: Stage) {
  const channel = await aChannel(stage, "voice");
  return channel?.type === 13 ? channel : undefined;
}

async function openStage(stage: Stage) {
  const channel = await aStageChannel(stage);
  return channel && stage.act("POST /stage-instances", { channel_id: channel.id, topic: "Ships" });
}

async function editStage(stage: Stage) {
  const channel = await aStageChannel(stage);
  return channel && stage.act(`PATCH /stage-instances/${channel.id}`, { topic: "Harbors" });
}

async function closeStage(stage: Stage) {
  const channel = await aStageChannel(stage);
  return channel && stage.act(`DELETE /stage-instances/${channel.id}`);
}

async function addRule(stage: Stage) {
  const words = { trigger_type: 1, trigger_metadata: { keyword_filter: ["villain"] } };
  const names = { trigger_type: 6, event_type: 2, trigger_metadata: { keyword_filter: ["boss"] } };
  const block = { type: 1, metadata: { custom_message: "Not here" } };
  const rule = stage.dice.of<object>([
    { event_type: 1, actions: [block], ...words },
    { actions: [{ type: 4, metadata: {} }], ...names },
  ]);
  return stage.act(`POST ${guildPath}/auto-moderation/rules`, {
    name: "Order",
    enabled: true,
    ...rule,
  });
}

async function editRule(stage: Stage) {
  const rule = await oneOf(stage, "auto-moderation/rules");
  const role = await aRole(stage);
  const edit = stage.dice.of<object>([
    { name: "Peace" },
    { enabled: false },
    { exempt_roles: role === undefined ? [] : [role.id] },
  ]);
  return rule && stage.act(`PATCH ${guildPath}/auto-moderation/rules/${rule.id}`, edit);
}

async function removeRule(stage: Stage) {
  const rule = await oneOf(stage, "auto-moderation/rules");
  return rule && stage.act(`DELETE ${guildPath}/auto-moderation/rules/${rule.id}`);
}

/** Creates or syncs the guild's template. */
async function keepTemplate(stage: Stage) {
  const template = await oneOf(stage, "templates");
  const path = `${guildPath}/templates`;
  if (template === undefined) return stage.act(`POST ${path}`, { name: "Harbor" });
  return stage.act(`${stage.dice.of(["PUT", "DELETE"])} ${path}/${String(template["code"])}`);
}

async function askNewcomers(stage: Stage) {
  const role = await aRole(stage);
  const option = { title: "Ships", role_ids: role === undefined ? [] : [role.id] };
  const options = [{ ...option, channel_ids: [demo.generalId] }];
  const prompts = [{ id: "1", title: "What brings you here?", options }];
  return stage.act(`PUT ${guildPath}/onboarding`, { prompts, enabled: false });
}

/** Creates a daily event. */
async function planDaily(stage: Stage) {
  const at = (hours: number) => new Date(stage.service.clock.now() + hours * HOUR_MS).toISOString();
  return stage.act(`POST ${guildPath}/scheduled-events`, {
    name: "Watch",
    privacy_level: 2,
    entity_type: 3,
    entity_metadata: { location: "Quay" },
    scheduled_start_time: at(2),
    scheduled_end_time: at(3),
    recurrence_rule: { start: at(2), frequency: 3, interval: 1 },
  });
}

/** Cancels or moves one occurrence of an event. */
async function changeOccurrence(stage: Stage) {
  const event = stage.dice.of(
    (await listed(stage, `${guildPath}/scheduled-events`)).filter(
      (each) => each["recurrence_rule"],
    ),
  );
  if (event === undefined) return undefined;
  const start = Date.parse(String(event["scheduled_start_time"]));
  const at = start + (stage.dice.of([1, 2, 3]) ?? 1) * DAY_MS;
  const moved = { scheduled_start_time: new Date(at + HOUR_MS / 2).toISOString() };
  return stage.act(`POST ${guildPath}/scheduled-events/${event.id}/exceptions`, {
    original_scheduled_start_time: new Date(at).toISOString(),
    ...stage.dice.of<object>([{ is_canceled: true }, moved]),
  });
}

async function boost(stage: Stage) {
  const member = await aMember(stage);
  const path = `/users/${member?.user.id ?? ""}/boosts`;
  const guild = demo.guildId;
  if (member === undefined) return undefined;
  return stage.dice.oneIn(3)
    ? stage.service.control(`DELETE ${path}/${guild}`)
    : stage.service.control(`POST ${path}`, { guild, count: stage.dice.of([1, 2, 7]) });
}

export const featureActs: readonly Act[] = [
  { name: "add a sticker", weight: 3, perform: addSticker },
  { name: "edit a sticker", weight: 2, perform: editSticker },
  { name: "remove a sticker", weight: 1, perform: removeSticker },
  { name: "add a sound", weight: 3, perform: addSound },
  { name: "edit a sound", weight: 2, perform: editSound },
  { name: "remove a sound", weight: 1, perform: removeSound },
  { name: "open a stage", weight: 3, perform: openStage },
  { name: "edit a stage", weight: 1, perform: editStage },
  { name: "close a stage", weight: 1, perform: closeStage },
  { name: "add a rule", weight: 2, perform: addRule },
  { name: "edit a rule", weight: 1, perform: editRule },
  { name: "remove a rule", weight: 1, perform: removeRule },
  { name: "keep a template", weight: 2, perform: keepTemplate },
  { name: "ask newcomers", weight: 1, perform: askNewcomers },
  { name: "plan a daily event", weight: 2, perform: planDaily },
  { name: "change an occurrence", weight: 2, perform: changeOccurrence },
  { name: "boost", weight: 3, perform: boost },
];
