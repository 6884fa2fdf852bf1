import { expect, test } from "vitest";
import { GuildChannel } from "./guild-handles.ts";

const valuesOf = (channel: GuildChannel) => [
  channel.Id(),
  channel.Name(),
  channel.Type(),
  channel.Position(),
  channel.ParentId(),
  channel.IsLinkable(),
  channel.IsViewableAndWriteableByAllMembers(),
];

test("a channel of a guild contains its linked lobby", () => {
  const channel = new GuildChannel({
    id: "20",
    type: 0,
    name: "general",
    position: 3,
    parent_id: "4",
    is_linkable: false,
    is_viewable_and_writeable_by_all_members: true,
    linked_lobby: { application_id: "200", lobby_id: "10" },
  });
  expect(valuesOf(channel)).toEqual([20n, "general", 0, 3, 4n, false, true]);
  const lobby = channel.LinkedLobby();
  expect([lobby?.ApplicationId(), lobby?.LobbyId()]).toEqual([200n, 10n]);
});

test.each([{}, { linked_lobby: null, parent_id: null, name: null }])(
  "fields missing from a channel have defaults: %j",
  (fields) => {
    const channel = new GuildChannel({ id: "20", type: 2, is_linkable: true, ...fields });
    expect(valuesOf(channel)).toEqual([20n, "", 2, 0, undefined, true, false]);
    expect(channel.LinkedLobby()).toBeUndefined();
  },
);
