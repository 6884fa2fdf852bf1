// A guild with users of different permissions, and their tokens for an application's command
// permissions.
import { aService, type TestService } from "../start-service.ts";

export const ids = {
  application: "200000000000000001",
  other: "200000000000000002",
  guild: "300000000000000001",
  /** A guild in which the application is not installed. */
  closedGuild: "300000000000000002",
  everyChannel: "300000000000000000",
  mods: "300000000000000011",
  admins: "300000000000000012",
  vips: "300000000000000013",
  general: "300000000000000021",
  /** A channel in which only the owner and administrators may set permissions. */
  locked: "300000000000000022",
  thread: "300000000000000023",
  alice: "100000000000000001",
  bob: "100000000000000002",
  carol: "100000000000000003",
  dave: "100000000000000004",
  erin: "100000000000000005",
  ping: "400000000000000001",
  guildPing: "400000000000000003",
  secret: "400000000000000005",
} as const;

const scope = ["applications.commands.permissions.update"];
const tokens = ["alice", "bob", "carol", "dave"].map((user) => ({
  token: `bearer-${user}`,
  user,
  application: "Concierge",
  scopes: scope,
}));
const description = "A command";

/** Alice owns the guild, bob may manage it, carol is a member, dave is not, erin is an admin. */
export const permissionWorld = {
  users: ["alice", "bob", "carol", "dave", "erin"].map((username) => ({
    id: ids[username as "alice"],
    username,
    token: `user-${username}`,
    locale: username === "carol" ? "de" : "en-US",
  })),
  applications: [
    {
      id: ids.application,
      name: "Concierge",
      bot: { token: "MjAwMDAwMDAwMDAwMDAwMDAx.a.b" },
      commands: [
        { id: ids.ping, name: "ping", description, name_localizations: { de: "klingel" } },
        { id: ids.guildPing, name: "guild-ping", description, guild_id: ids.guild },
        { id: ids.secret, name: "secret", description, default_member_permissions: "0" },
      ],
    },
    { id: ids.other, name: "Other", bot: { token: "MjAwMDAwMDAwMDAwMDAwMDAy.a.b" } },
  ],
  guilds: [
    {
      id: ids.guild,
      name: "Home",
      owner: "alice",
      roles: [
        { id: ids.vips, name: "vips" },
        { id: ids.mods, name: "mods", permissions: ["MANAGE_GUILD", "MANAGE_ROLES"] },
        { id: ids.admins, name: "admins", permissions: ["ADMINISTRATOR"] },
      ],
      channels: [
        { id: ids.general, name: "general" },
        {
          id: ids.locked,
          name: "locked",
          permission_overwrites: [{ id: "@everyone", deny: ["MANAGE_ROLES"] }],
        },
        { id: ids.thread, name: "thread", type: 11, parent_id: "general" },
      ],
      members: [
        { user: "alice" },
        { user: "bob", roles: ["mods"] },
        { user: "carol", roles: ["vips"] },
        { user: "erin", roles: ["admins"] },
      ],
      applications: [{ application: "Concierge" }, { application: "Other" }],
    },
    { id: ids.closedGuild, name: "Closed", owner: "alice" },
  ],
  access_tokens: [
    ...tokens,
    { token: "bearer-narrow", user: "alice", application: "Concierge", scopes: ["identify"] },
    {
      token: "bearer-update",
      application: "Concierge",
      scopes: ["applications.commands.update"],
    },
    { token: "bearer-other", user: "alice", application: "Other", scopes: scope },
  ],
};

export const botAuth = "Bot MjAwMDAwMDAwMDAwMDAwMDAx.a.b";

/** The calls of permission tests. */
export interface PermissionCalls {
  readonly service: TestService;
  /** Replaces a command's permission entries, as alice unless another Authorization is given. */
  put(id: string, permissions: unknown, auth?: string): ReturnType<TestService["call"]>;
  get(id: string, auth?: string): ReturnType<TestService["call"]>;
  all(auth?: string): ReturnType<TestService["call"]>;
}

const base = `/applications/${ids.application}/guilds/${ids.guild}/commands`;

export async function openPermissionWorld(): Promise<PermissionCalls> {
  const service = await aService({ world: permissionWorld });
  return {
    service,
    put: (id, permissions, auth = "Bearer bearer-alice") =>
      service.call(`PUT ${base}/${id}/permissions`, { auth, body: { permissions } }),
    get: (id, auth = botAuth) => service.call(`GET ${base}/${id}/permissions`, { auth }),
    all: (auth = botAuth) => service.call(`GET ${base}/permissions`, { auth }),
  };
}
