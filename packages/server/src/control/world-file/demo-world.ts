import type { WorldFile } from "@antechamber/contract/control";
import { privilegedIntents } from "@antechamber/contract/gateway";

/** The ids and credentials of the demo world, which the service prints at start. */
export const demo = {
  applicationId: "200000000000000001",
  guildId: "300000000000000001",
  generalId: "300000000000000021",
  voiceId: "300000000000000022",
  aliceId: "100000000000000001",
  bobId: "100000000000000002",
  botToken: "MjAwMDAwMDAwMDAwMDAwMDAx.demo.concierge",
  clientSecret: "concierge-secret",
  aliceToken: "user-token-alice",
  bobToken: "user-token-bob",
  accessToken: "bearer-alice",
} as const;

/** The world of a service without a world file: two users, one bot, one guild. */
export const demoWorld: WorldFile = {
  users: [
    // Both have an e-mail address: some sign-in libraries refuse users without one.
    {
      id: demo.aliceId,
      username: "alice",
      token: demo.aliceToken,
      locale: "en-US",
      email: "alice@example.com",
      verified: true,
    },
    {
      id: demo.bobId,
      username: "bob",
      token: demo.bobToken,
      locale: "de",
      email: "bob@example.com",
      verified: true,
    },
  ],
  applications: [
    {
      id: demo.applicationId,
      name: "Concierge",
      owner: "alice",
      client_secret: demo.clientSecret,
      integration_types: [0, 1],
      redirect_uris: ["http://127.0.0.1/callback"],
      bot: { token: demo.botToken, intents: ["GUILD_MEMBERS"] },
    },
  ],
  guilds: [
    {
      id: demo.guildId,
      name: "Test Guild",
      owner: "alice",
      roles: [{ id: "300000000000000011", name: "mods", permissions: "8192" }],
      channels: [
        { id: demo.generalId, name: "general", type: 0 },
        { id: demo.voiceId, name: "voice", type: 2 },
      ],
      members: [{ user: "alice" }, { user: "bob", roles: ["mods"], nick: "bobby" }],
      applications: [
        { application: "Concierge", scopes: ["bot", "applications.commands"], permissions: "8" },
      ],
    },
  ],
  user_installs: [{ user: "alice", application: "Concierge", scopes: ["applications.commands"] }],
  access_tokens: [
    {
      token: demo.accessToken,
      user: "alice",
      application: "Concierge",
      scopes: ["sdk.social_layer", "openid"],
    },
  ],
};

/** The demo world with all privileged intents, for unmodified programs that may request them. */
export const demoWorldWithIntents: WorldFile = {
  ...demoWorld,
  applications: (demoWorld.applications ?? []).map((application) => ({
    ...application,
    bot: { ...application.bot, intents: Object.keys(privilegedIntents) },
  })),
};
