// Calls every endpoint of guilds, except those of commands and messages, once over HTTP, for the
// test that every endpoint answers as it declares.
import { expect } from "vitest";
import { leaveVoice, moveVoice } from "../../domains/guilds/voice/operations.ts";
import { aPicture } from "../calls/guild-calls.ts";
import type { Answer } from "../answer.ts";
import { aSound } from "../files/sound-files.ts";
import { aPng } from "../files/sticker-files.ts";
import { demo, type TestService } from "../start-service.ts";

const guild = `/guilds/${demo.guildId}`;
const general = `/channels/${demo.generalId}`;

/** A form with a CSV list of users and JSON. */
export function targetForm(csv: string, payload: object = {}): FormData {
  const form = new FormData();
  form.append("payload_json", JSON.stringify(payload));
  form.append("target_users_file", new Blob([csv], { type: "text/csv" }), "users.csv");
  return form;
}

async function useInvites(service: TestService): Promise<Answer[]> {
  const { id: carol } = await service.control("POST /users", {
    username: "carol",
    token: "token-carol",
  });
  const made = await service.asBot(
    `POST ${general}/invites`,
    targetForm(`${carol}\n`, { max_uses: 5 }),
  );
  const code = String(made.at("code"));
  const targets = `/invites/${code}/target-users`;
  return [
    made,
    await service.asBot(`GET ${general}/invites`),
    await service.asBot(`GET ${guild}/invites`),
    await service.call(`GET /invites/${code}?with_counts=true`),
    await service.asBot(`GET ${targets}`),
    await service.asBot(`PUT ${targets}`, targetForm(`user_id\n${carol}\n${demo.bobId}\n`)),
    await service.asBot(`GET ${targets}/job-status`),
    await service.asBot(`PUT ${targets}/${demo.bobId}`),
    await service.asBot(`DELETE ${targets}/${demo.bobId}`),
    await service.asBot(`POST ${targets}/bulk-add`, { user_ids: [demo.bobId] }),
    await service.asBot(`POST ${targets}/bulk-delete`, { user_ids: [demo.bobId] }),
    await service.asUser("token-carol", `POST /invites/${code}`, {}),
    await service.asBot(`DELETE /invites/${code}`),
    await service.control("DELETE /users/carol"),
  ];
}

async function usePins(service: TestService): Promise<Answer[]> {
  const { id } = await service.asBot(`POST ${general}/messages`, { content: "keep this" });
  const paths = [`${general}/messages/pins`, `${general}/pins`];
  const answers: Answer[] = [];
  for (const path of paths) {
    answers.push(
      await service.asBot(`PUT ${path}/${id}`),
      await service.asBot(`GET ${path}`),
      await service.asBot(`DELETE ${path}/${id}`),
    );
  }
  return answers;
}

async function useReactions(service: TestService): Promise<Answer[]> {
  const { id } = await service.asBot(`POST ${general}/messages`, { content: "vote" });
  const reactions = `${general}/messages/${id}/reactions`;
  const thumb = encodeURIComponent("👍");
  const react = { channel: "general", message: id, emoji: "👍" };
  return [
    await service.asBot(`PUT ${reactions}/${thumb}/@me`),
    await service.control("POST /users/bob/react", react),
    await service.asBot(`GET ${reactions}/${thumb}?limit=10`),
    await service.asBot(`GET ${general}/messages/${id}`),
    await service.asBot(`DELETE ${reactions}/${thumb}/@me`),
    await service.asBot(`DELETE ${reactions}/${thumb}/${demo.bobId}`),
    await service.control("POST /users/bob/react", react),
    await service.asBot(`DELETE ${reactions}/${thumb}`),
    await service.asBot(`DELETE ${reactions}`),
  ];
}

async function beginWithMessage(service: TestService): Promise<Answer[]> {
  const { id } = await service.asBot(`POST ${general}/messages`, { content: "more below" });
  const message = `${general}/messages/${id}`;
  return [
    await service.asBot(`POST ${message}/threads`, { name: "More", auto_archive_duration: 60 }),
    await service.asBot(`GET ${message}`),
    await service.asBot(`GET /channels/${id}/messages`),
  ];
}

async function usePolls(service: TestService): Promise<Answer[]> {
  const answers = [{ poll_media: { text: "Tea" } }, { poll_media: { text: "Soup" } }];
  const poll = { question: { text: "Lunch?" }, answers };
  const pollMessage = await service.asBot(`POST ${general}/messages`, { poll });
  const path = `${general}/polls/${pollMessage.id}`;
  const vote = { channel: "general", message: pollMessage.id, answers: ["Soup"] };
  return [
    pollMessage,
    await service.asUser(demo.bobToken, `PUT ${path}/answers/@me`, { answer_ids: [1] }),
    await service.control("POST /users/alice/vote", vote),
    await service.asBot(`GET ${path}/answers/1?limit=5`),
    await service.asBot(`POST ${path}/expire`),
  ];
}

async function useAnnouncements(service: TestService): Promise<Answer[]> {
  const news = await service.control("POST /channels", {
    guild: demo.guildId,
    name: "news",
    type: 5,
  });
  const channel = `/channels/${news.id}`;
  const { id } = await service.asBot(`POST ${channel}/messages`, { content: "news" });
  return [
    news,
    await service.asBot(`POST ${channel}/typing`),
    await service.asBot(`POST ${channel}/followers`, { webhook_channel_id: demo.generalId }),
    await service.asBot(`POST ${channel}/messages/${id}/crosspost`),
    await service.control(`DELETE /channels/${news.id}`),
  ];
}

async function useEmojis(service: TestService): Promise<Answer[]> {
  const emojis = `${guild}/emojis`;
  const added = await service.asBot(`POST ${emojis}`, { name: "smile", image: aPicture() });
  return [
    added,
    await service.asBot(`GET ${emojis}`),
    await service.asBot(`GET ${emojis}/${added.id}`),
    await service.asBot(`GET ${guild}`),
    await service.asBot(`PATCH ${emojis}/${added.id}`, { name: "grin" }),
    await service.asBot(`DELETE ${emojis}/${added.id}`),
  ];
}

/** A form with a sticker's file and fields. */
function stickerForm(): FormData {
  const form = new FormData();
  form.append("name", "wave");
  form.append("tags", "wave");
  form.append("description", "");
  form.append("file", new Blob([Uint8Array.from(aPng())], { type: "image/png" }), "wave.png");
  return form;
}

async function useStickers(service: TestService): Promise<Answer[]> {
  const stickers = `${guild}/stickers`;
  const added = await service.asBot(`POST ${stickers}`, stickerForm());
  const sticker_ids = [added.id];
  const sent = await service.asBot(`POST ${general}/messages`, { sticker_ids, content: "hi" });
  expect(sent.at("sticker_items")).toEqual([{ id: added.id, name: "wave", format_type: 1 }]);
  const packs = await service.call("GET /sticker-packs");
  const [pack] = packs.at("sticker_packs") as { id: string; cover_sticker_id: string }[];
  return [
    added,
    sent,
    await service.asBot(`PATCH ${general}/messages/${sent.id}`, { sticker_ids: [] }),
    await service.control("POST /users/bob/message", { channel: "general", sticker_ids }),
    await service.asBot(`GET ${stickers}`),
    await service.asBot(`GET ${stickers}/${added.id}`),
    await service.asBot(`GET /stickers/${added.id}`),
    await service.asBot(`GET /stickers/${pack?.cover_sticker_id}`),
    await service.asBot(`GET ${guild}`),
    packs,
    await service.asBot(`GET /sticker-packs/${pack?.id}`),
    await service.asBot(`PATCH ${stickers}/${added.id}`, { name: "hello" }),
    await service.asBot(`DELETE ${stickers}/${added.id}`),
  ];
}

async function recur(service: TestService): Promise<Answer[]> {
  const events = `${guild}/scheduled-events`;
  const start = Math.ceil(service.clock.now() / 86_400_000 + 1) * 86_400_000;
  const day = (n: number) => new Date(start + n * 86_400_000).toISOString();
  const made = await service.asBot(`POST ${events}`, {
    name: "Standup",
    privacy_level: 2,
    entity_type: 3,
    entity_metadata: { location: "here" },
    scheduled_start_time: day(0),
    scheduled_end_time: day(0.5),
    recurrence_rule: { start: day(0), frequency: 3 },
  });
  const event = `${events}/${made.id}`;
  const form = { original_scheduled_start_time: day(2), is_canceled: true };
  const added = await service.asBot(`POST ${event}/exceptions`, form);
  const id = String(added.at("event_exception_id"));
  const interest = { guild: demo.guildId, event: "Standup" };
  return [
    made,
    added,
    await service.asBot(`PATCH ${event}/exceptions/${id}`, { is_canceled: false }),
    await service.control("POST /users/bob/interest", interest),
    await service.control("POST /users/bob/interest", { ...interest, exception: id }),
    await service.asBot(`GET ${event}?with_user_count=true`),
    await service.asBot(`GET ${event}/users?with_member=true`),
    await service.asBot(`GET ${event}/users/counts?guild_scheduled_event_exception_ids=${id}`),
    await service.asBot(`GET ${event}/${id}/users`),
    await service.asBot(`DELETE ${event}/exceptions/${id}`),
    await service.asBot(`DELETE ${event}`),
  ];
}

async function useStages(service: TestService): Promise<Answer[]> {
  const form = { guild: demo.guildId, name: "hall", type: 13 };
  const { id: channel_id } = await service.control("POST /channels", form);
  const asAlice = (route: string, body?: object) => service.asUser(demo.aliceToken, route, body);
  const stage = `/stage-instances/${channel_id}`;
  return [
    await asAlice("POST /stage-instances", { channel_id, topic: "Ships" }),
    await service.asBot(`GET ${stage}`),
    await asAlice(`PATCH ${stage}`, { topic: "Boats" }),
    await asAlice(`DELETE ${stage}`),
    await service.control(`DELETE /channels/${channel_id}`),
  ];
}

/** Moves alice into the voice channel, and calls the endpoints of sounds. */
async function useSounds(service: TestService): Promise<Answer[]> {
  const sounds = `${guild}/soundboard-sounds`;
  const form = { name: "horn", sound: aSound(), emoji_name: "📯" };
  const added = await service.asBot(`POST ${sounds}`, form);
  const sound = `${sounds}/${String(added.at("sound_id"))}`;
  const where = { guildId: demo.guildId, userId: demo.aliceId, channelId: demo.voiceId };
  const flags = { self_mute: false, self_deaf: false, self_video: false, processEpoch: "0" };
  await service.work.transaction((ctx) =>
    moveVoice(ctx, { ...where, sessionId: "sound", ...flags }),
  );
  const answers = [
    added,
    await service.asBot("GET /soundboard-default-sounds"),
    await service.asBot(`GET ${sounds}`),
    await service.asBot(`GET ${sound}`),
    await service.asBot(`PATCH ${sound}`, { volume: 0.5 }),
    await service.asUser(demo.aliceToken, `POST /channels/${demo.voiceId}/send-soundboard-sound`, {
      sound_id: added.at("sound_id"),
    }),
    await service.control("POST /users/alice/sound", { channel: demo.voiceId, sound: "Ding" }),
    await service.asBot(`DELETE ${sound}`),
  ];
  await service.work.transaction((ctx) => leaveVoice(ctx, where));
  return answers;
}

async function useApplication(service: TestService): Promise<Answer[]> {
  const application = `/applications/${demo.applicationId}`;
  const emojis = `${application}/emojis`;
  const metadata = `${application}/role-connections/metadata`;
  const item = { type: 2, key: "level", name: "Level", description: "How far" };
  const added = await service.asBot(`POST ${emojis}`, { name: "smile", image: aPicture() });
  const file = new FormData();
  file.append("file", new Blob(["hello"], { type: "text/plain" }), "hello.txt");
  return [
    await service.asBot(`GET ${application}`),
    await service.asBot(`PATCH ${application}`, { description: "Opens doors" }),
    added,
    await service.asBot(`GET ${emojis}`),
    await service.asBot(`GET ${emojis}/${added.id}`),
    await service.asBot(`PATCH ${emojis}/${added.id}`, { name: "grin" }),
    await service.asBot(`DELETE ${emojis}/${added.id}`),
    await service.asBot(`PUT ${metadata}`, [item]),
    await service.asBot(`GET ${metadata}`),
    await service.asBot(`POST ${application}/attachment`, file),
    await service.asBot("PATCH /users/@me", { avatar: null }),
  ];
}

const sender = {
  id: 1,
  login: "mona",
  html_url: "https://github.example/mona",
  avatar_url: "https://github.example/mona.png",
};

async function useWebhooks(service: TestService): Promise<Answer[]> {
  const made = await service.asBot(`POST ${general}/webhooks`, { name: "Crier" });
  const other = await service.asBot(`POST ${general}/webhooks`, { name: "Bell" });
  const byToken = `/webhooks/${made.id}/${String(made.at("token"))}`;
  return [
    made,
    await service.asBot(`GET ${general}/webhooks`),
    await service.asBot(`GET ${guild}/webhooks`),
    await service.asBot(`GET /webhooks/${made.id}`),
    await service.asBot(`PATCH /webhooks/${made.id}`, { name: "Herald" }),
    await service.call(`GET ${byToken}`),
    await service.call(`PATCH ${byToken}`, { body: { name: "Crier" } }),
    await service.call(`POST ${byToken}`, { body: { content: "Hear ye" } }),
    await service.call(`POST ${byToken}/slack`, { body: { text: "Hear ye" } }),
    await service.call(`POST ${byToken}/github`, { body: { sender } }),
    await service.call(`DELETE ${byToken}`),
    await service.asBot(`DELETE /webhooks/${other.id}`),
  ];
}

async function useEvents(service: TestService): Promise<Answer[]> {
  const events = `${guild}/scheduled-events`;
  const at = (hours: number) => new Date(service.clock.now() + hours * 3_600_000).toISOString();
  const planned = { name: "Quiz", privacy_level: 2, scheduled_start_time: at(1) };
  const quiz = await service.asBot(`POST ${events}`, {
    ...planned,
    entity_type: 2,
    channel_id: demo.voiceId,
  });
  const outing = await service.asBot(`POST ${events}`, {
    ...planned,
    entity_type: 3,
    entity_metadata: { location: "The park" },
    scheduled_end_time: at(2),
    image: aPicture(),
  });
  return [
    quiz,
    outing,
    await service.asBot(`GET ${events}?with_user_count=true`),
    await service.asBot(`GET ${events}/${outing.id}`),
    await service.asBot(`GET ${events}/${outing.id}/users`),
    await service.asBot(`PATCH ${events}/${quiz.id}`, { name: "Big quiz" }),
    await service.asBot(`DELETE ${events}/${quiz.id}`),
    await service.asBot(`DELETE ${events}/${outing.id}`),
  ];
}

/** Puts the bot and alice on a stage, where the bot lets alice speak. */
async function useVoice(service: TestService): Promise<Answer[]> {
  const form = { guild: demo.guildId, name: "stage", type: 13 };
  const { id: channelId } = await service.control("POST /channels", form);
  const quiet = { self_mute: false, self_deaf: false, self_video: false, processEpoch: "0" };
  for (const userId of [demo.applicationId, demo.aliceId]) {
    const move = { guildId: demo.guildId, userId, channelId, sessionId: `s-${userId}`, ...quiet };
    await service.work.transaction((ctx) => moveVoice(ctx, move));
  }
  const states = `${guild}/voice-states`;
  return [
    await service.asBot("GET /voice/regions"),
    await service.asBot(`GET ${guild}/regions`),
    await service.asBot(`GET ${states}/@me`),
    await service.asBot(`GET ${states}/${demo.aliceId}`),
    await service.asBot(`PATCH ${states}/@me`, { channel_id: channelId, suppress: false }),
    await service.asBot(`PATCH ${states}/${demo.aliceId}`, { suppress: false }),
  ];
}

/** Reads the audit log while the entities that its entries name exist. */
async function readAuditLog(service: TestService): Promise<Answer[]> {
  const at = (hours: number) => new Date(service.clock.now() + hours * 3_600_000).toISOString();
  const named = {
    webhooks: await service.asBot(`POST ${general}/webhooks`, { name: "Crier" }),
    threads: await service.asBot(`POST ${general}/threads`, { name: "Log", type: 11 }),
    guild_scheduled_events: await service.asBot(`POST ${guild}/scheduled-events`, {
      name: "Outing",
      privacy_level: 2,
      entity_type: 3,
      entity_metadata: { location: "The park" },
      scheduled_start_time: at(1),
      scheduled_end_time: at(2),
    }),
    auto_moderation_rules: await service.asUser(
      demo.aliceToken,
      `POST ${guild}/auto-moderation/rules`,
      { name: "Spam", event_type: 1, trigger_type: 3, actions: [{ type: 1 }] },
    ),
  };
  const whole = await service.asUser(demo.aliceToken, `GET ${guild}/audit-logs?limit=100`);
  expect(whole.at("audit_log_entries")).not.toEqual([]);
  for (const [list, { id }] of Object.entries(named)) {
    expect(whole.at(list)).toContainEqual(expect.objectContaining({ id }));
  }
  const rule = `${guild}/auto-moderation/rules/${named.auto_moderation_rules.id}`;
  const removed = await service.asUser(demo.aliceToken, `DELETE ${rule}`);
  return [...Object.values(named), whole, removed];
}

async function useChannels(service: TestService): Promise<Answer[]> {
  const made = await service.asBot(`POST ${guild}/channels`, { name: "Rooms", type: 4 });
  const inside = await service.asBot(`POST ${guild}/channels`, {
    name: "Den",
    type: 15,
    parent_id: made.id,
    available_tags: [{ name: "bug" }],
  });
  const overwrite = `/channels/${inside.id}/permissions/${demo.bobId}`;
  return [
    made,
    inside,
    await service.asBot(`PATCH ${guild}/channels`, [{ id: inside.id, position: 9 }]),
    await service.asBot(`PATCH /channels/${inside.id}`, { default_sort_order: 1, parent_id: null }),
    await service.asUser(demo.aliceToken, `PUT ${overwrite}`, { type: 1, deny: "1024" }),
    await service.asUser(demo.aliceToken, `DELETE ${overwrite}`),
    await service.asBot(`DELETE /channels/${inside.id}`),
    await service.asBot(`DELETE /channels/${made.id}`),
  ];
}

async function useTheRest(service: TestService): Promise<Answer[]> {
  return [
    await service.asBot(`PATCH ${guild}/members/@me`, {
      nick: "Botty",
      avatar: aPicture(),
      bio: "x",
    }),
    await service.asBot(`PATCH ${guild}/members/@me/nick`, { nick: "Botty" }),
    await service.asBot(`GET ${guild}/roles/member-counts`),
    await service.asBot(`PATCH ${general}`, { topic: "Talk" }),
    await service.asBot(`PUT /channels/${demo.voiceId}/voice-status`, { status: "Quiz" }),
    await service.asUser(demo.aliceToken, "GET /users/@me/connections"),
  ];
}

async function useThreads(service: TestService): Promise<Answer[]> {
  const begun = await service.asBot(`POST ${general}/threads`, { name: "Talk", type: 11 });
  const thread = `/channels/${begun.id}`;
  const inside = `${thread}/thread-members`;
  const answers = [
    begun,
    await service.asBot(`GET ${guild}/threads/active`),
    await service.asUser(demo.bobToken, `PUT ${inside}/@me`),
    await service.asBot(`GET ${inside}?with_member=true`),
    await service.asBot(`GET ${inside}/${demo.bobId}`),
    await service.asUser(demo.bobToken, `DELETE ${inside}/@me`),
    await service.asBot(`PUT ${inside}/${demo.bobId}`),
    await service.asBot(`DELETE ${inside}/${demo.bobId}`),
    await service.asBot(`PATCH ${thread}`, { archived: true }),
    await service.asBot(`GET ${general}/threads/archived/public`),
    await service.asBot(`GET ${general}/threads/archived/private`),
    await service.asBot(`GET ${general}/users/@me/threads/archived/private`),
    await service.asBot(`GET ${general}/threads/search?name=talk`),
    await service.asBot(`DELETE ${thread}`),
  ];
  return answers;
}

/** Runs the script. @returns the statuses of the responses */
export async function useGuilds(service: TestService): Promise<number[]> {
  const answers = [
    ...(await useChannels(service)),
    ...(await useThreads(service)),
    ...(await useInvites(service)),
    ...(await usePins(service)),
    ...(await useReactions(service)),
    ...(await beginWithMessage(service)),
    ...(await usePolls(service)),
    ...(await useAnnouncements(service)),
    ...(await useEmojis(service)),
    ...(await useStickers(service)),
    ...(await useSounds(service)),
    ...(await useStages(service)),
    ...(await recur(service)),
    ...(await useEvents(service)),
    ...(await useWebhooks(service)),
    ...(await useApplication(service)),
    ...(await useTheRest(service)),
    ...(await useVoice(service)),
    ...(await readAuditLog(service)),
  ];
  return answers.map(({ status }) => status);
}
