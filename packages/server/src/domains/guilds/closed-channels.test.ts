// What members can do with a voice channel that they may not connect to, over real sockets.
import { intentMask } from "@antechamber/contract/gateway";
import { expect, test } from "vitest";
import { aHall, hallIds, newsOf } from "../../testing/worlds/hall-world.ts";

const { guild, bob, general, watcher } = hallIds;
const channel = "300000000000000041";
const asOwner = "user-token-alice";
const everything = [
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "READ_MESSAGE_HISTORY",
  "ADD_REACTIONS",
  "USE_APPLICATION_COMMANDS",
  "CREATE_INSTANT_INVITE",
  "MANAGE_CHANNELS",
  "MANAGE_MESSAGES",
  "MANAGE_ROLES",
  "MANAGE_WEBHOOKS",
  "MUTE_MEMBERS",
  "MOVE_MEMBERS",
  "PIN_MESSAGES",
  "SET_VOICE_CHANNEL_STATUS",
];

/** A voice channel or stage with a message of its owner. */
async function aVoiceChannel(type: number, permissions: readonly string[]) {
  const world = await aHall();
  await world.say(`PATCH /roles/${guild}`, { permissions });
  await world.say("POST /channels", { guild, id: channel, name: "voice", type });
  const answer = await world.service.asUser(asOwner, `POST /channels/${channel}/messages`, {
    content: "Hello",
  });
  return { world, service: world.service, message: String(answer.at("id")) };
}

const calls = (message: string) =>
  [
    [`POST /channels/${channel}/messages`, { content: "x" }],
    [`GET /channels/${channel}/messages`],
    [`GET /channels/${channel}/messages/${message}`],
    [`GET /channels/${channel}/messages/pins`],
    [`POST /channels/${channel}/typing`],
    [`PUT /channels/${channel}/messages/${message}/reactions/%F0%9F%91%8D/@me`],
    [`GET /channels/${channel}/messages/${message}/reactions/%F0%9F%91%8D`],
    [`PUT /channels/${channel}/messages/pins/${message}`],
    [
      `POST /channels/${general}/messages`,
      { message_reference: { type: 1, channel_id: channel, message_id: message } },
    ],
    [`DELETE /channels/${channel}/messages/${message}`],
    [`POST /channels/${channel}/invites`, {}],
    [`GET /channels/${channel}/invites`],
    [`POST /channels/${channel}/webhooks`, { name: "Hook" }],
    [`PATCH /channels/${channel}`, { name: "other" }],
    [`PUT /channels/${channel}/permissions/${bob}`, { type: 1, deny: "2048" }],
    [`DELETE /channels/${channel}/permissions/${bob}`],
    [`DELETE /channels/${channel}`],
  ] as const;

const kinds = [
  {
    type: 2,
    name: "a voice channel",
    own: [[`PUT /channels/${channel}/voice-status`, { status: "Quiz" }]],
  },
  {
    type: 13,
    name: "a stage",
    own: [
      ["POST /stage-instances", { channel_id: channel, topic: "Ships" }],
      [`PATCH /stage-instances/${channel}`, { topic: "Boats" }],
    ],
  },
] as const;

test.each(kinds)("every request in $name is refused without CONNECT", async ({ type, own }) => {
  for (const as of ["Bot watcher", "user-token-bob"]) {
    const { service, message } = await aVoiceChannel(type, everything);
    for (const [route, body] of [...own, ...calls(message)]) {
      const { status, body: answer } = await service.asUser(as, route, body);
      expect([route, status, answer]).toEqual([
        route,
        403,
        { message: "Missing Access", code: 50_001 },
      ]);
    }
  }
});

test.each(kinds)("every request in $name is accepted with CONNECT", async ({ type, own }) => {
  const { service, message } = await aVoiceChannel(type, [...everything, "CONNECT"]);
  for (const [route, body] of [...own, ...calls(message)]) {
    const { status } = await service.asUser("Bot watcher", route, body);
    expect([route, status < 300]).toEqual([route, true]);
  }
});

test.each(kinds)("a command can be used in $name only with CONNECT", async ({ type }) => {
  for (const permissions of [everything, [...everything, "CONNECT"]]) {
    const { service } = await aVoiceChannel(type, permissions);
    const command = { name: "ping", description: "Ping" };
    await service.asUser("Bot watcher", `POST /applications/${watcher}/commands`, command);
    const use = { application: watcher, channel, command: "ping", wait: 1 };
    const used = await service.control("POST /users/bob/invoke", use);
    const isDenied = permissions === everything;
    expect(used.at("outcome") === "denied").toBe(isDenied);
    const rules = (used.at("decision") as { readonly rule: string }[]).map(({ rule }) => rule);
    expect(rules.includes("the user may connect to the voice channel")).toBe(isDenied);
  }
});

/** Events of messages; events of pins depend on the guild intent instead. */
const heardInside = [
  "MESSAGE_CREATE",
  "MESSAGE_UPDATE",
  "MESSAGE_REACTION_ADD",
  "MESSAGE_REACTION_REMOVE_ALL",
  "MESSAGE_POLL_VOTE_ADD",
  "CHANNEL_PINS_UPDATE",
  "TYPING_START",
  "MESSAGE_DELETE",
  "MESSAGE_DELETE_BULK",
];

test.each(kinds)("events about messages in $name are sent only with CONNECT", async ({ type }) => {
  const intents = intentMask(
    "GUILDS",
    "GUILD_MESSAGES",
    "GUILD_MESSAGE_REACTIONS",
    "GUILD_MESSAGE_TYPING",
    "GUILD_MESSAGE_POLLS",
  );
  const poll = { question: { text: "?" }, answers: [{ poll_media: { text: "a" } }] };
  for (const permissions of [everything, [...everything, "CONNECT"]]) {
    const { world, service } = await aVoiceChannel(type, permissions);
    const listeners = [await world.join("watcher", intents), await world.join("user-token-bob")];
    const callChannel = async (route: string, body?: object) =>
      service.asUser(asOwner, route.replace(" ", ` /channels/${channel}`), body);
    const ids = [];
    for (const body of [{ content: "x" }, { content: "y" }, { poll }]) {
      ids.push(String((await callChannel("POST /messages", body)).at("id")));
    }
    const [first, second, asking] = ids;
    await callChannel(`PATCH /messages/${first}`, { content: "z" });
    await callChannel(`PUT /messages/${first}/reactions/%F0%9F%91%8D/@me`);
    await callChannel(`DELETE /messages/${first}/reactions`);
    await callChannel(`PUT /polls/${asking}/answers/@me`, { answer_ids: [1] });
    await callChannel(`PUT /messages/pins/${first}`);
    await callChannel("POST /typing");
    await callChannel(`DELETE /messages/${first}`);
    const deletion = { messages: [second, asking] };
    await service.asUser("Bot watcher", `POST /channels/${channel}/messages/bulk-delete`, deletion);
    const expected = permissions === everything ? [] : heardInside;
    for (const listener of listeners) {
      const eventNames = new Set((await newsOf(listener)).map(({ t }) => t));
      expect(heardInside.filter((name) => eventNames.has(name))).toEqual(expected);
    }
  }
});

test.each(kinds)(
  "$name can be seen without CONNECT, and its changes are sent",
  async ({ type }) => {
    const { world, service } = await aVoiceChannel(type, everything);
    const bot = await world.join("watcher", 1);
    const channelAnswer = await service.asUser("Bot watcher", `GET /channels/${channel}`);
    expect([channelAnswer.status, channelAnswer.at("id")]).toEqual([200, channel]);
    await service.asUser(asOwner, `PATCH /channels/${channel}`, { name: "other" });
    expect(await newsOf(bot)).toMatchObject([
      { t: "CHANNEL_UPDATE", d: { id: channel, name: "other" } },
    ]);
  },
);
