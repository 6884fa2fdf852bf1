// After an entity is removed from a running world, nothing refers to it any more: checked with the
// references that the schema of world files declares.
import { World } from "@antechamber/contract/control";
import { referencesIn } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import { issuesOf } from "../../testing/worlds/loaded-worlds.ts";
import { aService } from "../../testing/start-service.ts";

const id = (n: number) => `7000000000000000${n}`;

/** A world in which everything removable is referred to from many places. */
const world = {
  users: [
    { id: id(10), username: "alice" },
    { id: id(11), username: "bob" },
    { id: id(12), username: "carol" },
  ],
  applications: [
    { id: id(20), name: "Concierge", owner: "alice", skus: [{ id: id(21), name: "Gold" }] },
    {
      id: id(22),
      name: "Child",
      owner: "alice",
      parent: "Concierge",
      skus: [{ id: id(23), name: "Silver" }],
      entitlements: [{ id: id(24), sku: "Silver", user: "bob" }],
      subscriptions: [
        { id: id(26), user: "bob", skus: ["Silver"], entitlements: [id(24)] },
        { id: id(27), user: "bob", skus: ["Silver"] },
      ],
      commands: [{ id: id(25), name: "say", description: "Says it" }],
      command_permissions: [
        {
          id: "say",
          guild_id: "Hall",
          permissions: [
            { type: 1, id: "mods", permission: true },
            { type: 2, id: "bob", permission: true },
            { type: 3, id: "general", permission: false },
          ],
        },
      ],
    },
  ],
  guilds: [
    {
      id: id(30),
      name: "Hall",
      owner: "alice",
      application_id: "Concierge",
      system_channel_id: "general",
      rules_channel_id: "general",
      roles: [{ id: id(31), name: "mods" }],
      channels: [
        { id: id(32), name: "rooms", type: 4 },
        {
          id: id(33),
          name: "general",
          parent_id: "rooms",
          application_id: "Concierge",
          permission_overwrites: [
            { id: "mods", allow: "1024" },
            { id: "bob", type: 1, deny: "2048" },
            { id: "carol", type: 1, deny: "2048" },
          ],
        },
        {
          id: id(34),
          name: "talk",
          type: 11,
          parent_id: "general",
          owner_id: "bob",
          members: ["bob"],
        },
        { id: id(37), name: "chat", type: 11, parent_id: "general", members: ["alice", "bob"] },
        { id: id(35), name: "voice", type: 2, parent_id: "rooms" },
      ],
      members: [{ user: "alice" }, { user: "bob", roles: ["mods"] }],
      applications: [
        { application: "Concierge", installed_by: "bob" },
        { application: "Child", installed_by: "bob" },
      ],
      invites: [
        {
          code: "hall",
          channel: "general",
          inviter: "bob",
          roles: ["mods"],
          target_type: 2,
          target_application: "Concierge",
        },
        { code: "lone", channel: "general", inviter: "alice", only_user: "bob" },
      ],
      scheduled_events: [
        {
          id: id(36),
          name: "Quiz",
          channel: "voice",
          creator: "bob",
          scheduled_start_time: "2030-01-01",
        },
      ],
      voice_states: [{ user_id: "bob", channel_id: "voice" }],
    },
  ],
  user_installs: [{ user: "bob", application: "Child" }],
  access_tokens: [
    { token: "p", user: "bob", application: "Concierge", scopes: ["identify"] },
    { token: "t", user: "bob", application: "Child", scopes: ["identify"], parent: "p" },
  ],
  lobbies: [
    { id: id(40), application: "Child", members: [{ user: "bob" }], linked_channel: "general" },
  ],
  private_channels: [{ id: id(41), recipients: ["alice", "bob"] }],
  messages: [
    { channel_id: "general", author: "bob", content: "hi", visible_to: "bob" },
    {
      channel_id: "general",
      id: id(42),
      author: "alice",
      reactions: [{ emoji: "👍", users: ["alice", "bob"] }],
      poll: {
        question: { text: "?" },
        answers: [{ answer_id: 1, poll_media: { text: "yes" } }],
        expiry: "2030-01-01",
        allow_multiselect: false,
        layout_type: 1,
        results: { answer_counts: [], is_finalized: false },
      },
      poll_votes: [{ answer_id: 1, users: ["alice", "bob"] }],
    },
    { channel_id: id(41), author: "bob", content: "psst" },
  ],
  game_messages: [
    { application: "Child", author: "alice", recipient_id: "bob", content: "left?" },
    { application: "Child", author: "bob", recipient_id: "alice", content: "right" },
  ],
};

test.each([
  ["/users/bob", id(11)],
  ["/users/carol", id(12)],
  ["/applications/Concierge", id(20)],
  ["/applications/Child", id(22)],
  ["/guilds/Hall", id(30)],
  ["/roles/mods", id(31)],
  ["/channels/rooms", id(32)],
  ["/channels/general", id(33)],
  ["/channels/talk", id(34)],
  ["/channels/voice", id(35)],
  ["/skus/Gold", id(21)],
  [`/entitlements/${id(24)}`, id(24)],
  [`/subscriptions/${id(26)}`, id(26)],
])("after DELETE %s nothing refers to it", async (path, gone) => {
  const service = await aService({ world, frozen: true });
  try {
    const before = (await service.control("GET /world")).body;
    expect(referencesIn(World, before).length).toBeGreaterThan(20);
    const answer = await service.control(`DELETE ${path}`);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    const file = (await service.control("GET /world")).body;
    // A dangling reference is exported as the id; only references that may be to deleted entities
    // remain.
    const present = referencesIn(World, file).filter(({ mayBePast }) => !mayBePast);
    expect(present.filter(({ reference }) => reference === gone)).toEqual([]);
    expect(issuesOf(file)).toEqual([]);
  } finally {
    await service.stop();
  }
});

test.each([
  ["/members/Hall/bob", "guilds"],
  ["/installs/Hall/Concierge", "guilds"],
  ["/installs/Hall/Child", "applications"],
  ["/installs/bob/Child", "user_installs"],
  ["/tokens/p", "access_tokens"],
  ["/tokens/t", "access_tokens"],
] as const)("after DELETE %s the world loads without it", async (path, key) => {
  const service = await aService({ world, frozen: true });
  try {
    const before = (await service.control("GET /world")).body as Record<string, unknown>;
    const answer = await service.control(`DELETE ${path}`);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    const file = (await service.control("GET /world")).body as Record<string, unknown>;
    expect(file[key]).not.toEqual(before[key]);
    // Loading refuses voice states of users who are not members, commands in guilds without an
    // installation, and child tokens without their parent.
    expect(issuesOf(file)).toEqual([]);
  } finally {
    await service.stop();
  }
});

test("a deleted user leaves their group messages to the others", async () => {
  const group = (n: number, recipients: string[]) => ({ id: id(n), type: 3, recipients });
  const private_channels = [group(43, ["bob", "alice", "carol"]), group(44, ["bob"])];
  const messages = [{ channel_id: id(43), author: "bob", content: "hi all" }];
  const service = await aService({ world: { ...world, private_channels, messages }, frozen: true });
  try {
    const removed = await service.control("DELETE /users/bob");
    expect([removed.status, removed.text]).toEqual([204, ""]);
    const file = (await service.control("GET /world")).body as typeof world;
    expect(file.private_channels).toMatchObject([{ id: id(43), recipients: ["alice", "carol"] }]);
    expect(file.messages).toMatchObject([
      { channel_id: id(43), content: "hi all" },
      { channel_id: id(43), type: 2 },
    ]);
    expect(issuesOf(file)).toEqual([]);
  } finally {
    await service.stop();
  }
});

test("a deleted user's reactions and votes are removed", async () => {
  const service = await aService({ world, frozen: true });
  try {
    expect((await service.control("DELETE /users/bob")).status).toBe(204);
    const { messages } = (await service.control("GET /world")).body as typeof world;
    expect(messages.find((each) => each.id === id(42))).toMatchObject({
      reactions: [{ users: ["alice"] }],
      poll: { results: { answer_counts: [{ id: 1, count: 1 }] } },
      poll_votes: [{ answer_id: 1, users: ["alice"] }],
    });
  } finally {
    await service.stop();
  }
});
