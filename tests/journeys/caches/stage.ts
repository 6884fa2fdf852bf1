// Where a run happens: a guild of the demo world's people and two more bots, what is drawn by a seed,
// and what an act may ask the service for before it chooses.
import { demoWorld } from "../../../packages/server/src/control/world-file/demo-world.ts";
import type { Dice } from "../../../packages/server/src/testing/fuzz/dice.ts";
import type { Answer } from "../../../packages/server/src/testing/answer.ts";
import type { GatewayClient } from "../../../packages/server/src/testing/gateway-client.ts";
import { demo, type TestService } from "../../../packages/server/src/testing/start-service.ts";

/** The bot that acts; those that listen never change anything. */
const PORTER = { id: "200000000000000002", token: "MjAwMDAwMDAwMDAwMDAwMDAy.demo.porter" };

/** A bot that listens. */
export interface Ears {
  readonly id: string;
  readonly token: string;
  /** Whether it administers the guild; else it sees what everybody sees, and may ask for no more. */
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

/** Channels that the visitor does not see at the beginning. */
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

/** A community with the bot that listens, the bot that acts and six people. */
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

/** An object of the API, as far as acts look at it. */
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
  /** Sessions of people, by which they are in voice and online. */
  readonly sessions: ReadonlyMap<string, GatewayClient>;
  /** Channels that the visitor did not see at some time. */
  readonly hidden: Set<string>;
  /** Channels whose type was changed. */
  readonly retyped: Set<string>;
  /** Calls the API as the bot that acts. */
  act(route: string, body?: unknown): Promise<Answer>;
  /** Calls it as a person. */
  actAs(name: string, route: string, body?: unknown): Promise<Answer>;
}

/** Something that happens. */
export interface Act {
  readonly name: string;
  /** How often it is drawn among all acts. */
  readonly weight: number;
  /** It goes over a session, and has no answer. */
  readonly isSilent?: boolean;
  /** Undefined where there was nothing to act on. */
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

/** What a path lists, at a place of its answer. */
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

/** A channel of the kind; undefined where there is none. */
export async function aChannel(stage: Stage, kind: keyof typeof named): Promise<Thing | undefined> {
  const types: readonly number[] | undefined = named[kind];
  const all = await listed(stage, `${guildPath}/channels`);
  return stage.dice.of(all.filter(({ type }) => types === undefined || types.includes(type)));
}

/** Notes the channels that are hidden now: each by itself, with its category, or made within one. */
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

/** A channel or a thread that has messages. */
export async function aPlace(stage: Stage): Promise<Thing | undefined> {
  const thread = stage.dice.oneIn(3) ? await aThread(stage) : undefined;
  return thread ?? (await aChannel(stage, "text"));
}

/** The latest messages of a place. */
export const messagesOf = (stage: Stage, { id }: Thing): Promise<readonly Thing[]> =>
  listed(stage, `/channels/${id}/messages?limit=20`);

/** The path of a message, with the place that it is in. */
export async function aMessage(
  stage: Stage,
): Promise<{ readonly place: Thing; readonly message: Thing; readonly path: string } | undefined> {
  const place = await aPlace(stage);
  const message = place && stage.dice.of(await messagesOf(stage, place));
  if (place === undefined || message === undefined) return undefined;
  return { place, message, path: `/channels/${place.id}/messages/${message.id}` };
}

/** A role that is neither everyone's nor a bot's own. */
export async function aRole(stage: Stage): Promise<Thing | undefined> {
  const roles = await listed(stage, `${guildPath}/roles`);
  return stage.dice.of(roles.filter(({ id, managed }) => id !== demo.guildId && managed !== true));
}

/** People who stay: the owner, and who else has a session. */
const stays = new Set(["alice", "greta"]);

/** A person in the guild who may have to leave it. */
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
