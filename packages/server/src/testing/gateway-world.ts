// A small world with a gateway on a free port, for tests of sessions and of what they hear.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  event,
  events,
  object,
  permissionSet,
  text,
  timestamp,
  type EventDeclaration,
  type Scope,
} from "@antechamber/contract";
import { applications, flagBits } from "../domains/applications/application.ts";
import { accessTokens } from "../domains/applications/tokens.ts";
import { channels, guilds, members, roles } from "../domains/guilds/guild.ts";
import { users, userView } from "../domains/users/user.ts";
import type { Context } from "../platform/context.ts";
import type { SteerableClock } from "../platform/clock.ts";
import { secretDigest } from "../platform/crypto.ts";
import { openIds } from "../platform/ids.ts";
import { openLog } from "../platform/log.ts";
import { seededRandom } from "../platform/random.ts";
import { openSqliteStore } from "../platform/sqlite-store.ts";
import type { Store, Writer } from "../platform/store.ts";
import { steerableClock } from "../platform/system-clock.ts";
import { openWork, type Work } from "../platform/work.ts";
import { tables } from "../tables.ts";
import { attachGateway, type Gateway } from "../transports/gateway/socket.ts";
import { sessionStarts, type SessionStarts } from "../transports/gateway/starts.ts";
import { aChannel, aGuild, aMember, anApplication, aRole, aUser } from "./records.ts";

/**
 * Concierge's bot is in both guilds with few intents to ask for; Watcher's has every privileged one
 * and is in the first guild alone. Alice owns the first guild, Bob the second.
 */
export const ids = {
  alice: "100000000000000001",
  bob: "100000000000000002",
  concierge: "200000000000000001",
  watcher: "200000000000000002",
  /** Of shard 0 of 2. */
  firstGuild: "300000000000000000",
  /** Of shard 1 of 2. */
  secondGuild: (300000000000000000n + (1n << 22n)).toString(),
  general: "400000000000000001",
  /** Only the first guild's owner sees it. */
  hidden: "400000000000000002",
  /** A thread of the hidden channel. */
  hiddenThread: "400000000000000003",
  elsewhere: "400000000000000004",
  /** Alice and Concierge's bot. */
  direct: "400000000000000005",
} as const;

export const tokens = {
  concierge: "MjAwMDAwMDAwMDAwMDAwMDAx.test.concierge",
  watcher: "MjAwMDAwMDAwMDAwMDAwMDAy.test.watcher",
  alice: "user-token-alice",
  bob: "user-token-bob",
  /** Alice's, for Concierge. */
  social: "bearer-alice-social",
  /** Alice's, for Concierge, without the right to a session. */
  identifyOnly: "bearer-alice-identify",
} as const;

/** Comes after everything that was announced before it: then a test knows what was not heard. */
export const Mark = event({
  name: "MARK",
  source: "tests",
  summary: "Nothing happened.",
  scope: "user",
  payload: object({ word: text() }),
});

export interface GatewayWorld {
  readonly url: string;
  readonly store: Store;
  readonly work: Work;
  readonly clock: SteerableClock;
  readonly gateway: Gateway;
  readonly starts: SessionStarts;
  /** How much faster than real time the gateway's waits are. */
  readonly pace: { speed: number };
  /** Announces an event in a transaction of its own. */
  emit(name: string, scope: Scope, payload: object): Promise<void>;
  /** Announces a message of Bob in a channel, in a transaction of its own. */
  say(content: string, where?: Place): Promise<void>;
  close(): Promise<void>;
}

export interface Place {
  readonly channel: string;
  readonly guild?: string;
}

export interface GatewayWorldOptions {
  /** Whether session starts are limited; absent: they are not. */
  readonly limited?: boolean;
  readonly events?: readonly EventDeclaration[];
  readonly heartbeatIntervalMs?: number;
}

/** Opens the world; HELLO comes at once. */
export async function aGatewayWorld(options: GatewayWorldOptions = {}): Promise<GatewayWorld> {
  const pace = new Pace();
  const clock = clockAt(pace);
  const store = await openSqliteStore({ file: ":memory:", tables });
  const { server, publicUrl } = await aServer();
  const random = seededRandom("gateway");
  const settings = { production: false, publicUrl };
  const work = openWork({
    store,
    clock,
    random,
    ids: await openIds(clock, store, false),
    settings,
    jobKinds: [],
    jobFailed: () => undefined,
  });
  await work.transaction(async ({ tx }) => fill(tx));
  const starts = sessionStarts(clock, () => options.limited === true);
  const { heartbeatIntervalMs: interval } = options;
  const ports = { work, store, clock, random };
  const gateway = attachGateway({
    ...ports,
    ...(interval === undefined ? {} : { heartbeatIntervalMs: interval }),
    server,
    starts,
    settings,
    log: openLog("silent"),
    events: [...(options.events ?? events), Mark],
    helloDelayMs: 0,
  });
  return {
    ...ports,
    ...saying(work),
    gateway,
    starts,
    url: `${publicUrl.replace("http", "ws")}/gateway/`,
    pace,
    async close() {
      // No test waits until clients have had their time to leave.
      pace.speed = 1000;
      await gateway.stop();
      await closed(server);
      await store.close();
    },
  };
}

/** Real time that a test can make pass faster. */
class Pace {
  #speed = 1;
  #since = performance.now();
  #passed = 0;

  /** Real milliseconds as the gateway sees them. */
  real(): number {
    return this.#passed + (performance.now() - this.#since) * this.#speed;
  }

  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    this.#passed = this.real();
    this.#since = performance.now();
    this.#speed = speed;
  }
}

function clockAt(pace: Pace): SteerableClock {
  return steerableClock({
    real: () => pace.real(),
    timer(ms, task) {
      const timer = setTimeout(task, ms / pace.speed);
      return () => clearTimeout(timer);
    },
  });
}

async function aServer() {
  const server = createServer((_request, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { server, publicUrl: `http://127.0.0.1:${port}` };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function saying(work: Work): Pick<GatewayWorld, "emit" | "say"> {
  return {
    emit: (name, scope, payload) =>
      work.transaction(async ({ tx, now }) => tx.append({ name, scope, payload, at: now })),
    say: (content, where = { channel: ids.general, guild: ids.firstGuild }) =>
      work.transaction(async (ctx) => announceMessage(ctx, content, where)),
  };
}

function announceMessage(ctx: Context, content: string, { channel, guild }: Place): void {
  const inGuild = guild === undefined ? {} : { guild_id: guild };
  ctx.tx.append({
    name: "MESSAGE_CREATE",
    scope: { kind: "channel", channel_id: channel, ...inGuild },
    payload: { ...messageOf(ctx, content), channel_id: channel, ...inGuild },
    at: ctx.now,
  });
}

function messageOf(ctx: Context, content: string) {
  const mentioned = /<@(\d+)>/.exec(content)?.[1];
  return {
    id: ctx.id(),
    type: 0,
    content,
    author: userView(aUser(ids.bob)),
    timestamp: timestamp(ctx.now),
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: mentioned === undefined ? [] : [userView(aUser(mentioned))],
    mention_roles: [],
    attachments: [],
    embeds: [{ description: "an embed" }],
    components: [],
    pinned: false,
    flags: 0,
    poll: { question: { text: "which?" } },
  };
}

function fill(tx: Writer): void {
  const digest = secretDigest;
  tx.put(users, aUser(ids.alice, { tokenDigest: digest(tokens.alice), email: "a@example.org" }));
  tx.put(users, aUser(ids.bob, { tokenDigest: digest(tokens.bob) }));
  const privileged = flagBits([
    "GATEWAY_PRESENCE_LIMITED",
    "GATEWAY_GUILD_MEMBERS",
    "GATEWAY_MESSAGE_CONTENT_LIMITED",
  ]).toString();
  for (const [id, token, flags] of [
    [ids.concierge, tokens.concierge, "0"],
    [ids.watcher, tokens.watcher, privileged],
  ] as const) {
    const botTokenDigest = digest(token);
    tx.put(users, aUser(id, { bot: true }));
    tx.put(
      applications,
      anApplication(id, { owner_id: ids.alice, flags_new: flags, botTokenDigest }),
    );
  }
  for (const [token, scopes] of [
    [tokens.social, ["sdk.social_layer", "openid"]],
    [tokens.identifyOnly, ["identify"]],
  ] as const) {
    tx.put(accessTokens, {
      digest: digest(token),
      application_id: ids.concierge,
      user_id: ids.alice,
      scopes,
      expiresAt: Number.MAX_SAFE_INTEGER,
    });
  }
  fillGuilds(tx);
}

function fillGuilds(tx: Writer): void {
  const inFirst = { guild_id: ids.firstGuild };
  const inSecond = { guild_id: ids.secondGuild };
  tx.put(guilds, aGuild(ids.firstGuild, { owner_id: ids.alice }));
  tx.put(guilds, aGuild(ids.secondGuild, { owner_id: ids.bob }));
  tx.put(roles, aRole({ ...inFirst, id: ids.firstGuild }, "VIEW_CHANNEL"));
  tx.put(roles, aRole({ ...inSecond, id: ids.secondGuild }, "VIEW_CHANNEL"));
  for (const user_id of [ids.alice, ids.bob, ids.concierge, ids.watcher]) {
    tx.put(members, aMember({ ...inFirst, user_id }));
  }
  for (const user_id of [ids.bob, ids.concierge])
    tx.put(members, aMember({ ...inSecond, user_id }));
  const deny = permissionSet("VIEW_CHANNEL").toString();
  tx.put(channels, aChannel(ids.general, inFirst));
  tx.put(
    channels,
    aChannel(ids.hidden, {
      ...inFirst,
      permission_overwrites: [{ id: ids.firstGuild, type: 0, allow: "0", deny }],
    }),
  );
  tx.put(channels, aChannel(ids.hiddenThread, { ...inFirst, type: 11, parent_id: ids.hidden }));
  tx.put(channels, aChannel(ids.elsewhere, inSecond));
  tx.put(channels, { id: ids.direct, type: 1, flags: 0, recipientIds: [ids.alice, ids.concierge] });
}
