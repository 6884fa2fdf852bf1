// Roles, members, voice states and presences.
import { Opcode } from "@antechamber/contract/gateway";
import { demo } from "../../../packages/server/src/testing/start-service.ts";
import { aBan, aChannel, aMember, aRole, guildPath, oneOf, type Act, type Stage } from "./stage.ts";

const inGuild = (id: string): string => `${guildPath}/members/${id}`;

async function createRole(stage: Stage) {
  const { dice } = stage;
  return stage.act(`POST ${guildPath}/roles`, {
    name: dice.of(["crew", "guests", "cooks"]),
    permissions: dice.of(["0", "1024", "2112"]),
    color: dice.below(0xff_ff_ff),
    hoist: dice.oneIn(2),
    mentionable: dice.oneIn(2),
    ...(dice.oneIn(3) ? { unicode_emoji: "🔥" } : {}),
  });
}

async function editRole(stage: Stage) {
  const { dice } = stage;
  const role = await aRole(stage);
  const edit = dice.of<object>([
    { name: "renamed" },
    { permissions: dice.of(["0", "1024", "8"]) },
    { colors: { primary_color: dice.below(0xff_ff_ff) } },
    { hoist: dice.oneIn(2), mentionable: dice.oneIn(2) },
    { unicode_emoji: null },
  ]);
  return role && stage.act(`PATCH ${guildPath}/roles/${role.id}`, edit);
}

async function moveRole(stage: Stage) {
  const role = await aRole(stage);
  const moved = role && { id: role.id, position: 1 + stage.dice.below(3) };
  return moved && stage.act(`PATCH ${guildPath}/roles`, [moved]);
}

async function deleteRole(stage: Stage) {
  const role = await aRole(stage);
  return role && stage.act(`DELETE ${guildPath}/roles/${role.id}`);
}

async function giveOrTakeRole(stage: Stage) {
  const member = await aMember(stage);
  const role = await aRole(stage);
  if (member === undefined || role === undefined) return undefined;
  const method = member.roles.includes(role.id) ? "DELETE" : "PUT";
  return stage.act(`${method} ${inGuild(member.user.id)}/roles/${role.id}`);
}

async function editMember(stage: Stage) {
  const { dice, service } = stage;
  const member = await aMember(stage);
  const role = await aRole(stage);
  const later = new Date(service.clock.now() + 600_000).toISOString();
  const edit = dice.of<object>([
    { nick: dice.of(["nicky", "other", null]) },
    { communication_disabled_until: dice.of([later, null]) },
    { roles: role === undefined ? [] : [role.id] },
    { flags: dice.of([0, 4]) },
  ]);
  return member && stage.act(`PATCH ${inGuild(member.user.id)}`, edit);
}

async function editOwnMember(stage: Stage) {
  return stage.act(`PATCH ${inGuild("@me")}`, { nick: stage.dice.of(["Doorman", null]) });
}

async function kick(stage: Stage) {
  const member = await aMember(stage);
  return member && stage.act(`DELETE ${inGuild(member.user.id)}`);
}

async function ban(stage: Stage) {
  const member = await aMember(stage);
  const form = { delete_message_seconds: stage.dice.of([0, 3600]) };
  return member && stage.act(`PUT ${guildPath}/bans/${member.user.id}`, form);
}

async function unban(stage: Stage) {
  const banned = await aBan(stage);
  return banned && stage.act(`DELETE ${guildPath}/bans/${banned.user.id}`);
}

const visitors = ["carol", "dave", "erin", "frank"];

async function joinByInvite(stage: Stage) {
  const made = await stage.act(`POST /channels/${demo.generalId}/invites`, {
    max_uses: 1,
    unique: true,
  });
  const name = stage.dice.of(visitors) ?? "erin";
  return stage.actAs(name, `POST /invites/${String(made.at("code"))}`, {});
}

async function joinByControl(stage: Stage) {
  const user = stage.dice.of(visitors);
  return stage.service.control("POST /members", { guild: demo.guildId, user, nick: "brought" });
}

async function leave(stage: Stage) {
  const name = stage.dice.of(visitors) ?? "erin";
  return stage.actAs(name, `DELETE /users/@me/guilds/${demo.guildId}`);
}

async function rename(stage: Stage) {
  const name = stage.dice.of(visitors) ?? "erin";
  const global_name = stage.dice.of(["Somebody", "Another", null]);
  return stage.service.control(`PATCH /users/${name}`, { global_name });
}

async function changeOwnAccount(stage: Stage) {
  const name = stage.dice.of(visitors) ?? "erin";
  const nick = stage.dice.of(["me", "myself"]);
  return stage.actAs(name, `PATCH ${inGuild("@me")}`, { nick });
}

/** A user with a session joins, changes or leaves voice. */
async function changeVoice({ sessions, dice, ...stage }: Stage) {
  const session = dice.of([...sessions.values()]);
  const channel = await aChannel({ ...stage, sessions, dice }, "voice");
  session?.send(Opcode.VoiceStateUpdate, {
    guild_id: demo.guildId,
    channel_id: dice.oneIn(3) ? null : (channel?.id ?? null),
    self_mute: dice.oneIn(2),
    self_deaf: dice.oneIn(3),
    self_video: false,
  });
  return undefined;
}

async function moderateVoice(stage: Stage) {
  const { dice } = stage;
  const name = dice.of([...stage.sessions.keys()]) ?? "";
  const user = await stage.actAs(name, "GET /users/@me");
  const channel = await aChannel(stage, "voice");
  const edit = dice.of<object>([
    { mute: dice.oneIn(2) },
    { deaf: dice.oneIn(2) },
    { channel_id: channel?.id ?? null },
    { channel_id: null },
  ]);
  return stage.act(`PATCH ${inGuild(user.id)}`, edit);
}

async function speakOnStage(stage: Stage) {
  const name = stage.dice.of([...stage.sessions.keys()]) ?? "";
  const user = await stage.actAs(name, "GET /users/@me");
  const state = await stage.act(`GET ${guildPath}/voice-states/${user.id}`);
  if (state.status !== 200) return undefined;
  const form = { channel_id: state.at("channel_id"), suppress: stage.dice.oneIn(2) };
  return stage.act(`PATCH ${guildPath}/voice-states/${user.id}`, form);
}

async function setVoiceStatus(stage: Stage) {
  const channel = await aChannel(stage, "voice");
  if (channel?.type !== 2) return undefined;
  return stage.act(`PUT /channels/${channel.id}/voice-status`, {
    status: stage.dice.of(["jazz", ""]),
  });
}

async function changePresence({ sessions, dice }: Stage) {
  const activities = dice.oneIn(2) ? [{ name: "chess", type: 0 }] : [];
  const status = dice.of(["online", "idle", "dnd"]);
  dice
    .of([...sessions.values()])
    ?.send(Opcode.PresenceUpdate, { since: null, activities, status, afk: false });
  return Promise.resolve(undefined);
}

async function editRoleByControl(stage: Stage) {
  const role = await oneOf(stage, "roles");
  const isOwn = role === undefined || role["managed"] === true || role.id === demo.guildId;
  return isOwn ? undefined : stage.service.control(`PATCH /roles/${role.id}`, { hoist: true });
}

async function prune(stage: Stage) {
  return stage.act(`POST ${guildPath}/prune`, { days: 7 });
}

export const memberActs: readonly Act[] = [
  { name: "create a role", weight: 3, perform: createRole },
  { name: "edit a role", weight: 3, perform: editRole },
  { name: "move a role", weight: 2, perform: moveRole },
  { name: "delete a role", weight: 1, perform: deleteRole },
  { name: "edit a role by control", weight: 1, perform: editRoleByControl },
  { name: "give or take a role", weight: 5, perform: giveOrTakeRole },
  { name: "edit a member", weight: 6, perform: editMember },
  { name: "edit the own member", weight: 1, perform: editOwnMember },
  { name: "kick", weight: 1, perform: kick },
  { name: "ban", weight: 2, perform: ban },
  { name: "unban", weight: 2, perform: unban },
  { name: "prune", weight: 1, perform: prune },
  { name: "join by an invite", weight: 4, perform: joinByInvite },
  { name: "join by control", weight: 2, perform: joinByControl },
  { name: "leave", weight: 1, perform: leave },
  { name: "rename a user", weight: 2, perform: rename },
  { name: "change the own nickname", weight: 1, perform: changeOwnAccount },
  { name: "change voice", weight: 5, isSilent: true, perform: changeVoice },
  { name: "moderate voice", weight: 3, perform: moderateVoice },
  { name: "speak on a stage", weight: 2, perform: speakOnStage },
  { name: "set a voice status", weight: 1, perform: setVoiceStatus },
  { name: "change a presence", weight: 2, isSilent: true, perform: changePresence },
];
