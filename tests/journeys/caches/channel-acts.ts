// Channels, overwrites and threads.
import { demo } from "../../../packages/server/src/testing/start-service.ts";
import {
  aChannel,
  aMember,
  aMessage,
  aRole,
  aThread,
  guildPath,
  type Act,
  type Stage,
  type Thing,
} from "./stage.ts";

const CHANNEL_TYPES = [0, 0, 0, 2, 4, 5, 13, 15];
const PERMISSIONS = ["1024", "2048", "3072", "64", "8192", "0"];

const word = ({ dice }: Stage): string =>
  dice.of(["harbor", "attic", "cellar", "garden", "lobby", "tower"]) ?? "room";

async function createChannel(stage: Stage) {
  const { dice } = stage;
  const type = dice.of(CHANNEL_TYPES) ?? 0;
  const parent = type === 4 || dice.oneIn(2) ? undefined : await aChannel(stage, "category");
  return stage.act(`POST ${guildPath}/channels`, {
    name: word(stage),
    type,
    ...(parent === undefined ? {} : { parent_id: parent.id }),
    ...(type === 0 && dice.oneIn(2) ? { topic: "what it is for", rate_limit_per_user: 5 } : {}),
    ...(type === 15
      ? { available_tags: [{ name: "help" }, { name: "done", moderated: true }] }
      : {}),
    ...(dice.oneIn(4)
      ? { permission_overwrites: [{ id: demo.bobId, type: 1, allow: "1024", deny: "0" }] }
      : {}),
  });
}

/** Edits that are possible for a channel of this type. */
function editsOf({ dice }: Stage, { type }: Thing): readonly object[] {
  const always = [{ name: "renamed" }, { position: dice.below(4) }, { permission_overwrites: [] }];
  if (type === 4) return always;
  if (type === 2 || type === 13) {
    return [
      ...always,
      { bitrate: 32_000 },
      { user_limit: dice.below(10) },
      { rtc_region: dice.of(["us-east", null]) },
      { video_quality_mode: 2 },
      { nsfw: dice.oneIn(2) },
    ];
  }
  const text = [
    { topic: dice.of(["another topic", null]) },
    { nsfw: dice.oneIn(2) },
    { rate_limit_per_user: dice.below(100) },
    { default_auto_archive_duration: 4320 },
    { default_thread_rate_limit_per_user: 10 },
  ];
  if (type === 15) {
    return [
      ...always,
      ...text,
      { default_sort_order: 1 },
      { default_reaction_emoji: { emoji_id: null, emoji_name: "🔥" } },
      { default_forum_layout: 2 },
      { available_tags: [{ name: "new", emoji_name: "🔥" }] },
      { flags: 16 },
    ];
  }
  return [...always, ...text, { type: type === 0 ? 5 : 0 }];
}

async function editChannel(stage: Stage) {
  const channel = await aChannel(stage, "any");
  const edit = channel && stage.dice.of(editsOf(stage, channel));
  if (channel !== undefined && edit !== undefined && "type" in edit) stage.retyped.add(channel.id);
  return channel && stage.act(`PATCH /channels/${channel.id}`, edit);
}

async function placeUnder(stage: Stage) {
  const channel = await aChannel(stage, "text");
  const parent = stage.dice.oneIn(3) ? undefined : await aChannel(stage, "category");
  return channel && stage.act(`PATCH /channels/${channel.id}`, { parent_id: parent?.id ?? null });
}

async function moveChannels(stage: Stage) {
  const one = await aChannel(stage, "any");
  const other = await aChannel(stage, "any");
  if (one === undefined || other === undefined || one.id === other.id) return undefined;
  return stage.act(`PATCH ${guildPath}/channels`, [
    { id: one.id, position: stage.dice.below(5) },
    { id: other.id, position: stage.dice.below(5) },
  ]);
}

async function deleteChannel(stage: Stage) {
  const channel = await aChannel(stage, "any");
  const isKept = channel?.id === demo.generalId || channel?.id === demo.voiceId;
  return channel && !isKept ? stage.act(`DELETE /channels/${channel.id}`) : undefined;
}

async function subjectOf(stage: Stage) {
  if (stage.dice.oneIn(2)) return { id: (await aRole(stage))?.id ?? demo.guildId, type: 0 };
  const member = await aMember(stage);
  return { id: member?.user.id ?? demo.bobId, type: 1 };
}

async function setOverwrite(stage: Stage) {
  const channel = await aChannel(stage, "any");
  const { id, type } = await subjectOf(stage);
  const allow = stage.dice.of(PERMISSIONS) ?? "0";
  const deny = allow === "0" ? "2048" : "0";
  return (
    channel && stage.act(`PUT /channels/${channel.id}/permissions/${id}`, { type, allow, deny })
  );
}

/** Hides or shows a channel by the overwrite of @everyone. */
async function changeSight(stage: Stage) {
  const channel = await aChannel(stage, "any");
  const isKept = channel?.id === demo.generalId;
  if (channel === undefined || isKept) return undefined;
  const isHiding = stage.dice.oneIn(2);
  const [allow, deny] = isHiding ? ["0", "1024"] : ["1024", "0"];
  const route = `PUT /channels/${channel.id}/permissions/${demo.guildId}`;
  return stage.act(route, { type: 0, allow, deny });
}

async function deleteOverwrite(stage: Stage) {
  const channel = await aChannel(stage, "any");
  const overwrites = (channel?.["permission_overwrites"] ?? []) as readonly Thing[];
  const overwrite = stage.dice.of(overwrites);
  return channel && overwrite
    ? stage.act(`DELETE /channels/${channel.id}/permissions/${overwrite.id}`)
    : undefined;
}

async function startThread(stage: Stage) {
  const { dice } = stage;
  const channel = await aChannel(stage, "text");
  if (channel === undefined) return undefined;
  const type = channel.type === 5 ? 10 : (dice.of([11, 12]) ?? 11);
  const form = { name: word(stage), type, auto_archive_duration: dice.of([60, 1440]) };
  return stage.act(`POST /channels/${channel.id}/threads`, form);
}

async function startThreadWithMessage(stage: Stage) {
  const found = await aMessage(stage);
  return found && stage.act(`POST ${found.path}/threads`, { name: word(stage) });
}

async function startPost(stage: Stage) {
  const forum = await aChannel(stage, "forum");
  const tags = (forum?.["available_tags"] ?? []) as readonly Thing[];
  return (
    forum &&
    stage.act(`POST /channels/${forum.id}/threads`, {
      name: word(stage),
      message: { content: "the first of it" },
      applied_tags: tags.slice(0, stage.dice.below(2)).map(({ id }) => id),
    })
  );
}

async function editThread(stage: Stage) {
  const thread = await aThread(stage);
  const edit = stage.dice.of<object>([
    { name: "another name" },
    { archived: true },
    { archived: true, locked: true },
    { locked: stage.dice.oneIn(2) },
    { rate_limit_per_user: stage.dice.below(60) },
    { auto_archive_duration: stage.dice.of([60, 1440, 4320]) },
    ...(thread?.type === 12 ? [{ invitable: false }] : []),
  ]);
  return thread && stage.act(`PATCH /channels/${thread.id}`, edit);
}

async function reopenThread(stage: Stage) {
  const channel = await aChannel(stage, "text");
  if (channel === undefined) return undefined;
  const archived = await stage.act(`GET /channels/${channel.id}/threads/archived/public`);
  const thread = stage.dice.of(archived.at("threads") as readonly Thing[]);
  return thread && stage.act(`PATCH /channels/${thread.id}`, { archived: false, locked: false });
}

async function changeThreadMembers(stage: Stage) {
  const thread = await aThread(stage);
  const member = await aMember(stage);
  const whose = stage.dice.oneIn(3) ? "@me" : member?.user.id;
  const method = stage.dice.oneIn(3) ? "DELETE" : "PUT";
  return thread && stage.act(`${method} /channels/${thread.id}/thread-members/${whose}`);
}

/** Creates a channel as the operator. */
async function createChannelByControl(stage: Stage) {
  const form = { guild: demo.guildId, name: word(stage), type: 0, topic: "made by the operator" };
  return stage.service.control("POST /channels", form);
}

async function editChannelByControl(stage: Stage) {
  const channel = await aChannel(stage, "text");
  return channel && stage.service.control(`PATCH /channels/${channel.id}`, { name: word(stage) });
}

async function deleteThread(stage: Stage) {
  const thread = await aThread(stage);
  return thread && stage.act(`DELETE /channels/${thread.id}`);
}

export const channelActs: readonly Act[] = [
  { name: "create a channel", weight: 5, perform: createChannel },
  { name: "edit a channel", weight: 8, perform: editChannel },
  { name: "put a channel under a category", weight: 2, perform: placeUnder },
  { name: "move channels", weight: 2, perform: moveChannels },
  { name: "delete a channel", weight: 2, perform: deleteChannel },
  { name: "set an overwrite", weight: 4, perform: setOverwrite },
  { name: "delete an overwrite", weight: 2, perform: deleteOverwrite },
  { name: "hide or show a channel", weight: 3, perform: changeSight },
  { name: "start a thread", weight: 4, perform: startThread },
  { name: "start a thread with a message", weight: 3, perform: startThreadWithMessage },
  { name: "start a post", weight: 3, perform: startPost },
  { name: "edit a thread", weight: 5, perform: editThread },
  { name: "reopen a thread", weight: 2, perform: reopenThread },
  { name: "change who is in a thread", weight: 4, perform: changeThreadMembers },
  { name: "delete a thread", weight: 1, perform: deleteThread },
  { name: "create a channel by control", weight: 1, perform: createChannelByControl },
  { name: "edit a channel by control", weight: 1, perform: editChannelByControl },
];
