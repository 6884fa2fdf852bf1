// Messages, reactions, pins, polls and webhooks.
import { demo } from "../../../packages/server/src/testing/start-service.ts";
import {
  aChannel,
  aMember,
  aMessage,
  aPlace,
  messagesOf,
  oneOf,
  type Act,
  type Stage,
} from "./stage.ts";

const EMOJIS = ["👍", "🔥", "🎉"];
const readers = ["carol", "dave"];

const path = (id: string): string => `/channels/${id}/messages`;

const poll = {
  question: { text: "Lunch?" },
  answers: [
    { poll_media: { text: "Tea" } },
    { poll_media: { text: "Soup", emoji: { name: "🔥" } } },
  ],
  duration: 1,
  allow_multiselect: true,
};

const button = { type: 2, style: 1, label: "Press", custom_id: "b" };

async function send(stage: Stage) {
  const { dice } = stage;
  const place = await aPlace(stage);
  if (place === undefined) return undefined;
  const [latest] = await messagesOf(stage, place);
  const member = await aMember(stage);
  const body = dice.of<object>([
    { content: "hello" },
    { content: `hello <@${member?.user.id ?? demo.aliceId}> and @everyone` },
    {
      embeds: [
        { title: "An embed", description: "of the bot", fields: [{ name: "a", value: "b" }] },
      ],
    },
    { content: "press", components: [{ type: 1, components: [button] }] },
    { content: "said aloud", tts: true, flags: 4096 },
    { poll },
    ...(latest === undefined
      ? []
      : [{ content: "a reply", message_reference: { message_id: latest.id } }]),
  ]);
  return stage.act(`POST ${path(place.id)}`, body);
}

async function sendFile(stage: Stage) {
  const place = await aPlace(stage);
  const form = new FormData();
  form.set("payload_json", JSON.stringify({ content: "a file", attachments: [{ id: 0 }] }));
  form.set("files[0]", new Blob(["abc"], { type: "text/plain" }), "a.txt");
  return place && stage.act(`POST ${path(place.id)}`, form);
}

async function forward(stage: Stage) {
  const found = await aMessage(stage);
  if (found === undefined) return undefined;
  const message_reference = { type: 1, message_id: found.message.id, channel_id: found.place.id };
  return stage.act(`POST ${path(demo.generalId)}`, { message_reference });
}

async function sendAsUser(stage: Stage) {
  const user = stage.dice.of(["alice", "bob", "carol"]);
  const form = { channel: demo.generalId, content: "as a person" };
  return stage.service.control(`POST /users/${user}/message`, form);
}

async function edit(stage: Stage) {
  const found = await aMessage(stage);
  const body = stage.dice.of<object>([
    { content: "edited" },
    { content: "edited", embeds: [{ title: "Another" }] },
    { flags: 4 },
    { content: "without", components: [] },
  ]);
  return found && stage.act(`PATCH ${found.path}`, body);
}

async function remove(stage: Stage) {
  const found = await aMessage(stage);
  return found && stage.act(`DELETE ${found.path}`);
}

async function removeMany(stage: Stage) {
  const place = await aPlace(stage);
  const messages = place === undefined ? [] : (await messagesOf(stage, place)).slice(0, 3);
  if (place === undefined || messages.length < 2) return undefined;
  const ids = messages.map(({ id }) => id);
  return stage.act(`POST ${path(place.id)}/bulk-delete`, { messages: ids });
}

async function pin(stage: Stage) {
  const found = await aMessage(stage);
  if (found === undefined) return undefined;
  const method = found.message["pinned"] === true ? "DELETE" : "PUT";
  return stage.act(`${method} /channels/${found.place.id}/messages/pins/${found.message.id}`);
}

async function anEmoji(stage: Stage): Promise<string> {
  const own = stage.dice.oneIn(3) ? await oneOf(stage, "emojis") : undefined;
  const name = own === undefined ? stage.dice.of(EMOJIS) : `${String(own["name"])}:${own.id}`;
  return encodeURIComponent(name ?? "👍");
}

async function react(stage: Stage) {
  const found = await aMessage(stage);
  return found && stage.act(`PUT ${found.path}/reactions/${await anEmoji(stage)}/@me`);
}

async function reactAsUser(stage: Stage) {
  const { dice } = stage;
  const found = await aMessage(stage);
  const user = dice.of(["alice", "bob", "carol", "dave"]);
  return (
    found &&
    stage.service.control(`POST /users/${user}/react`, {
      channel: found.place.id,
      message: found.message.id,
      emoji: dice.of(EMOJIS),
      burst: dice.oneIn(4),
      remove: dice.oneIn(4),
    })
  );
}

async function reactOnTheWire(stage: Stage) {
  const found = await aMessage(stage);
  const name = stage.dice.of(readers) ?? "carol";
  const emoji = encodeURIComponent(stage.dice.of(EMOJIS) ?? "👍");
  return found && stage.actAs(name, `PUT ${found.path}/reactions/${emoji}/@me`);
}

async function unreact(stage: Stage) {
  const found = await aMessage(stage);
  const which = stage.dice.of(["", `/${await anEmoji(stage)}`, `/${await anEmoji(stage)}/@me`]);
  return found && stage.act(`DELETE ${found.path}/reactions${which}`);
}

async function aPoll(stage: Stage) {
  const place = await aPlace(stage);
  const messages = place === undefined ? [] : await messagesOf(stage, place);
  const pollMessage = stage.dice.of(messages.filter((message) => "poll" in message));
  return place && pollMessage && { place, pollMessage };
}

async function vote(stage: Stage) {
  const found = await aPoll(stage);
  const user = stage.dice.of(["alice", "bob", "carol"]);
  const answers = stage.dice.of([[], ["Tea"], ["Soup"], ["Tea", "Soup"]]);
  return (
    found &&
    stage.service.control(`POST /users/${user}/vote`, {
      channel: found.place.id,
      message: found.pollMessage.id,
      answers,
    })
  );
}

async function endPoll(stage: Stage) {
  const found = await aPoll(stage);
  return (
    found && stage.act(`POST /channels/${found.place.id}/polls/${found.pollMessage.id}/expire`)
  );
}

async function useWebhook(stage: Stage) {
  const channel = await aChannel(stage, "text");
  if (channel === undefined) return undefined;
  const hook = await stage.act(`POST /channels/${channel.id}/webhooks`, { name: "Crier" });
  const body = { content: "hear ye", username: "Town crier" };
  const sent = await stage.service.call(
    `POST /webhooks/${hook.id}/${String(hook.at("token"))}?wait=true`,
    { body },
  );
  await stage.act(`DELETE /webhooks/${hook.id}`);
  return sent;
}

async function publish(stage: Stage) {
  const found = await aMessage(stage);
  return found?.place.type === 5 ? stage.act(`POST ${found.path}/crosspost`) : undefined;
}

export const messageActs: readonly Act[] = [
  { name: "send a message", weight: 12, perform: send },
  { name: "send a file", weight: 2, perform: sendFile },
  { name: "forward a message", weight: 1, perform: forward },
  { name: "send a message as a user", weight: 3, perform: sendAsUser },
  { name: "edit a message", weight: 6, perform: edit },
  { name: "delete a message", weight: 3, perform: remove },
  { name: "delete many messages", weight: 1, perform: removeMany },
  { name: "pin or unpin", weight: 4, perform: pin },
  { name: "react", weight: 5, perform: react },
  { name: "react as a user", weight: 6, perform: reactAsUser },
  { name: "react on the wire", weight: 2, perform: reactOnTheWire },
  { name: "take reactions away", weight: 3, perform: unreact },
  { name: "vote", weight: 4, perform: vote },
  { name: "end a poll", weight: 1, perform: endPoll },
  { name: "use a webhook", weight: 2, perform: useWebhook },
  { name: "publish", weight: 1, perform: publish },
];
