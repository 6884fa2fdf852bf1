import { describe, expect, test } from "vitest";
import { AdditionalContentType } from "./enums.ts";
import { LobbyCache } from "./lobby-cache.ts";
import { LobbyHandle } from "./lobby-handles.ts";
import { MessageHandle } from "./message-handle.ts";
import type { MessagePayload } from "./payloads.ts";

const alice = { id: "1", username: "alice", global_name: "Alice" };
const bob = { id: "2", username: "bob", global_name: null };

/** The cache of a client after these events. */
function knowing(...events: readonly (readonly [name: string, payload: unknown])[]): LobbyCache {
  const known = new LobbyCache();
  known.dispatch("READY", { user: alice, lobbies: [], private_channels: [] });
  for (const [name, payload] of events) known.dispatch(name, payload);
  return known;
}

const member = { user_id: "2", metadata: null, flags: 0, connected: true };
const lobby = { id: "10", metadata: { map: "dust" }, members: [member] };
const general = { id: "20", type: 0, name: "general", guild_id: "30" };

function aMessage(change: Partial<MessagePayload>, known = knowing()): MessageHandle {
  const plain = { id: "100", content: "gg", channel_id: "10", author: bob, flags: 0 };
  return new MessageHandle({ ...plain, ...change }, known);
}

const channelOf = (message: MessageHandle) => {
  const channel = message.Channel();
  return [channel.Id(), channel.Type(), channel.Name(), channel.Recipients()];
};

describe("a message", () => {
  test("contains its author", () => {
    const author = aMessage({ author: { ...alice, public_flags: 1 << 23 } }).Author();
    expect([author.Id(), author.Username(), author.GlobalName(), author.DisplayName()]).toEqual([
      1n,
      "alice",
      "Alice",
      "Alice",
    ]);
    expect(author.IsProvisional()).toBe(true);
    const plain = aMessage({}).Author();
    expect([plain.GlobalName(), plain.DisplayName(), plain.IsProvisional()]).toEqual([
      undefined,
      "bob",
      false,
    ]);
  });

  test("of a lobby has the lobby as its channel, until a channel is linked", () => {
    const known = knowing(["LOBBY_CREATE", lobby]);
    const message = aMessage({ lobby_id: "10" }, known);
    expect(channelOf(message)).toEqual([10n, 17, "", []]);
    expect(message.Lobby()?.Metadata()).toEqual({ map: "dust" });
    expect([message.Recipient(), message.RecipientId()]).toEqual([undefined, undefined]);
    known.dispatch("LOBBY_UPDATE", { ...lobby, linked_channel: general });
    expect(channelOf(aMessage({ lobby_id: "10", channel_id: "20" }, known))).toEqual([
      20n,
      0,
      "general",
      [],
    ]);
    expect(channelOf(aMessage({ lobby_id: "10", channel_id: "21" }, known))[1]).toBe(0);
    known.dispatch("LOBBY_DELETE", { id: "10" });
    expect(message.Lobby()).toBeUndefined();
  });

  test.each([
    ["that is opened", ["CHANNEL_CREATE", { id: "40", type: 1, recipients: [bob] }]],
    [
      "that is there at sign-in",
      ["READY", { user: alice, private_channels: [{ id: "40", type: 1, recipients: [bob] }] }],
    ],
  ] as const)("in a direct message %s has the other user as its recipient", (_case, event) => {
    const known = knowing(event);
    for (const author of [alice, bob]) {
      const message = aMessage({ channel_id: "40", author }, known);
      expect(channelOf(message)).toEqual([40n, 1, "", [2n]]);
      expect([message.RecipientId(), message.Recipient()?.Username()]).toEqual([2n, "bob"]);
      expect(message.Lobby()).toBeUndefined();
    }
    known.dispatch("CHANNEL_DELETE", { id: "40" });
    expect(aMessage({ channel_id: "40" }, known).Recipient()).toBeUndefined();
  });

  test("with a recipient ID has that recipient, known or not", () => {
    const recipient = aMessage({ recipient_id: "9" }).Recipient();
    expect([recipient?.Id(), recipient?.DisplayName()]).toEqual([9n, ""]);
    expect(aMessage({ recipient_id: "1" }).Recipient()?.Username()).toBe("alice");
    const between = aMessage({ channel_id: "9", channel_type: 18, recipient_id: "9" });
    expect(channelOf(between)).toEqual([9n, 18, "", [9n]]);
  });

  const { Attachment, VoiceMessage, Poll, Thread, Embed, Sticker, Other } = AdditionalContentType;

  test.each<[string, Partial<MessagePayload>, readonly unknown[]]>([
    ["pictures", { attachments: [{}, {}] }, [Attachment, 2, undefined]],
    ["a voice message", { attachments: [{}], flags: 1 << 13 }, [VoiceMessage, 1, undefined]],
    ["a poll", { poll: { question: { text: "why?" } } }, [Poll, 1, "why?"]],
    ["a thread", { thread: { name: "more" } }, [Thread, 1, "more"]],
    ["embeds", { attachments: [], embeds: [{}] }, [Embed, 1, undefined]],
    ["stickers", { sticker_items: [{}] }, [Sticker, 1, undefined]],
    ["components", { components: [{}, {}, {}] }, [Other, 3, undefined]],
  ])("reports that it contains %s besides its text", (_case, change, expected) => {
    const content = aMessage(change).AdditionalContent();
    expect([content?.Type(), content?.Count(), content?.Title()]).toEqual(expected);
  });

  test("with only text has no additional content and no disclosure", () => {
    const message = aMessage({ attachments: [], embeds: [], components: [] });
    expect([message.AdditionalContent(), message.DisclosureType()]).toEqual([undefined, undefined]);
  });
});

describe("a member of a lobby", () => {
  const userIn = (known: LobbyCache) => {
    const handle = new LobbyHandle(lobby, known).GetLobbyMemberHandle(2n)?.User();
    return [handle?.Id(), handle?.Username()];
  };

  test("is a user, whose name is empty until the client receives it", () => {
    const known = knowing(["LOBBY_CREATE", lobby]);
    expect(userIn(known)).toEqual([2n, ""]);
    const message = { id: "100", content: "gg", channel_id: "10", lobby_id: "10", author: bob };
    known.dispatch("LOBBY_MESSAGE_CREATE", message);
    expect(userIn(known)).toEqual([2n, "bob"]);
  });

  test("is in no call", () => {
    expect(new LobbyHandle(lobby, knowing()).GetCallInfoHandle()).toBeUndefined();
  });
});
