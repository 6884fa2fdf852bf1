// The setting of a run: a guild with the demo world's users and two more bots, seeded random
// choices, and the queries by which an act chooses what to act on.
import { demoWorld } from "../../../packages/server/src/control/world-file/demo-world.ts";
import type { Dice } from "../../../packages/server/src/testing/fuzz/dice.ts";
import type { Answer } from "../../../packages/server/src/testing/answer.ts";
import type { GatewayClient } from "../../../packages/server/src/testing/clients/gateway-client.ts";
import { demo, type TestService } from "../../../packages/server/src/testing/start-service.ts";

/** The bot that acts; the bots of the listeners never change anything. */
const PORTER = { id: "200000000000000002", token: "MjAwMDAwMDAwMDAwMDAwMDAy.demo.porter" };

/** A bot of a listener. */
export interface Ears {
  readonly id: string;
  readonly token: string;
  /** Whether it is an administrator; otherwise it has the permissions of @everyone. */
  readonly isAdministrator: boolean;
}

export const administrator: Ears = {
  id: demo.applicationId,
  token: demo.botToken,
  isAdministrator: true,
};
export const visitor: Ears = {
  id: "200000000000000003",
  token: "MjAwMDAwMDAwMDAwMDAwMDAz.demo.visitor",
  isAdministrator: false,
};

/** Channels that are hidden from the visitor from the start. */
const hiddenChannels = {
  vault: "300000000000000031",
  crypt: "300000000000000032",
  shelf: "300000000000000033",
} as const;

const VIEW_CHANNEL = 1024n;
const hiding = [{ id: demo.guildId, type: 0 as const, allow: "0", deny: `${VIEW_CHANNEL}` }];

const intents = ["GUILD_MEMBERS", "GUILD_PRESENCES", "MESSAGE_CONTENT"] as const;
const [guild] = demoWorld.guilds ?? [];
const people = ["carol", "dave", "erin", "frank", "greta"];

export const tokenOf = (name: string): string => `user-token-${name}`;

/** A Community guild with the listeners' bots, the acting bot and six users. */
export const world = {
  ...demoWorld,
  users: [
    ...(demoWorld.users ?? []),
    ...people.map((username, at) => ({
      id: `10000000000000001${at}`,
      username,
      token: tokenOf(username),
    })),
  ],
  applications: [
    ...(demoWorld.applications ?? []).map((application) => ({
      ...application,
      bot: { token: demo.botToken, intents },
    })),
    { id: PORTER.id, name: "Porter", owner: "alice", bot: { token: PORTER.token, intents } },
    { id: visitor.id, name: "Visitor", owner: "alice", bot: { token: visitor.token, intents } },
  ],
  guilds: [
    {
      ...guild,
      features: ["COMMUNITY"],
      premium_tier: 2,
      members: [...(guild?.members ?? []), { user: "carol" }, { user: "dave" }, { user: "greta" }],
      channels: [
        ...(guild?.channels ?? []),
        { id: hiddenChannels.vault, name: "vault", type: 0, permission_overwrites: hiding },
        { id: hiddenChannels.crypt, name: "crypt", type: 2, permission_overwrites: hiding },
        { id: hiddenChannels.shelf, name: "shelf", type: 15, permission_overwrites: hiding },
      ],
      applications: ["Concierge", "Porter", "Visitor"].map((application) => ({
        application,
        scopes: ["bot", "applications.commands"],
        permissions: application === "Visitor" ? "0" : "8",
      })),
    },
  ],
};

export const guildPath = `/guilds/${demo.guildId}`;

/** The fields of an API object that acts use. */
export interface Thing {
  readonly id: string;
  readonly type: number;
  readonly [field: string]: unknown;
}

export interface Member {
  readonly user: { readonly id: string; readonly username: string; readonly bot?: boolean };
  readonly roles: readonly string[];
}

export interface Stage {
  readonly service: TestService;
  readonly dice: Dice;
  /** Sessions of users, through which they are online and in voice. */
  readonly sessions: ReadonlyMap<string, GatewayClient>;
  /** Channels that were hidden from the visitor at some time. */
  readonly hidden: Set<string>;
  /** Channels whose type was changed. */
  readonly retyped: Set<string>;
  /** Calls the API as the acting bot. */
  act(route: string, body?: unknown): Promise<Answer>;
  /** Calls the API as a user. */
  actAs(name: string, route: string, body?: unknown): Promise<Answer>;
}

/** A random act. */
export interface Act {
  readonly name: string;
  /** Its relative frequency. */
  readonly weight: number;
  /** True if it goes over a gateway session, and so has no response. */
  readonly isSilent?: boolean;
  /** Performs the act; undefined if there was nothing to act on. */
  perform(stage: Stage): Promise<Answer | undefined>;
}

export function stageOf(
  service: TestService,
  dice: Dice,
  sessions: ReadonlyMap<string, GatewayClient>,
): Stage {
  return {
    service,
    dice,
    sessions,
    hidden: new Set(Object.values(hiddenChannels)),
    retyped: new Set(),
    act: (route, body) => service.call(route, { auth: `Bot ${PORTER.token}`, body }),
    actAs: (name, route, body) => service.asUser(tokenOf(name), route, body),
  };
}

/** The list that a path returns, at a key of the response. */
export async function listed<T = Thing>(
  stage: Stage,
  path: string,
  ...at: string[]
): Promise<readonly T[]> {
  const answer = await stage.act(`GET ${path}`);
  if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.text}`);
  return answer.at(...at) as readonly T[];
}

const named = { text: [0, 5], voice: [2, 13], forum: [15], category: [4], any: undefined } as const;

/** A random channel of the kind, or undefined. */
export async function aChannel(stage: Stage, kind: keyof typeof named): Promise<Thing | undefined> {
  const types: readonly number[] | undefined = named[kind];
  const all = await listed(stage, `${guildPath}/channels`);
  return stage.dice.of(all.filter(({ type }) => types === undefined || types.includes(type)));
}

/** Records the channels that are hidden now: by their own overwrites or by their category's. */
export async function noteHidden(stage: Stage): Promise<void> {
  const channels = await listed<HideableChannel>(stage, `${guildPath}/channels`);
  for (const { id, permission_overwrites } of channels) {
    const ofEveryone = permission_overwrites.find((each) => each.id === demo.guildId);
    if ((BigInt(ofEveryone?.deny ?? 0) & VIEW_CHANNEL) !== 0n) stage.hidden.add(id);
  }
}

interface HideableChannel {
  readonly id: string;
  readonly permission_overwrites: readonly { readonly id: string; readonly deny: string }[];
}

export async function aThread(stage: Stage): Promise<Thing | undefined> {
  return stage.dice.of(await listed(stage, `${guildPath}/threads/active`, "threads"));
}

/** A random channel or thread with messages. */
export async function aPlace(stage: Stage): Promise<Thing | undefined> {
  const thread = stage.dice.oneIn(3) ? await aThread(stage) : undefined;
  return thread ?? (await aChannel(stage, "text"));
}

/** The latest messages of a place. */
export const messagesOf = (stage: Stage, { id }: Thing): Promise<readonly Thing[]> =>
  listed(stage, `/channels/${id}/messages?limit=20`);

/** The path of a random message, with its channel. */
export async function aMessage(
  stage: Stage,
): Promise<{ readonly place: Thing; readonly message: Thing; readonly path: string } | undefined> {
  const place = await aPlace(stage);
  const message = place && stage.dice.of(await messagesOf(stage, place));
  if (place === undefined || message === undefined) return undefined;
  return { place, message, path: `/channels/${place.id}/messages/${message.id}` };
}

/** A random role other than @everyone and managed roles. */
export async function aRole(stage: Stage): Promise<Thing | undefined> {
  const roles = await listed(stage, `${guildPath}/roles`);
  return stage.dice.of(roles.filter(({ id, managed }) => id !== demo.guildId && managed !== true));
}

/** Users who stay: the owner, and another user with a session. */
const stays = new Set(["alice", "greta"]);

/** A random member who may be removed. */
export async function aMember(stage: Stage): Promise<Member | undefined> {
  const all = await listed<Member>(stage, `${guildPath}/members?limit=100`);
  return stage.dice.of(all.filter(({ user }) => user.bot !== true && !stays.has(user.username)));
}

export async function oneOf(stage: Stage, path: string): Promise<Thing | undefined> {
  return stage.dice.of(await listed(stage, `${guildPath}/${path}`));
}

export async function aBan(stage: Stage): Promise<Member | undefined> {
  return stage.dice.of(await listed<Member>(stage, `${guildPath}/bans`));
}
