// Turns IDENTIFY or RESUME into a session. Both look the token up first; meanwhile the client may
// disconnect, or the world may be replaced.
// Source: protocol: gateway-oauth-limits 4.4, 4.7, 4.8, 9 (choices 8, 29).
import { limits } from "@antechamber/contract";
import { CloseCode, intentMask, Resumed } from "@antechamber/contract/gateway";
import { mayUseIntent, mayUseIntents } from "../../../domains/guilds/privileged-intents.ts";
import type { ReadContext } from "../../../platform/context.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Transactions } from "../../../platform/transactions.ts";
import { mapMaybePromise, type MaybePromise } from "../../../platform/async/maybe-promise.ts";
import { encodeDispatch } from "../wire/codec.ts";
import type { Fanout } from "../delivery/fanout.ts";
import { TooManyBufferedEvents } from "../sessions/too-many-buffered-events.ts";
import { encodeReady, readReady, type ReadyOwner, type Ready } from "./ready.ts";
import {
  accessTokenOf,
  isSameOwner,
  sessionOwnerOf,
  type SessionOwner,
} from "../sessions/session-owner.ts";
import type { Presences } from "../presence/presences.ts";
import { logWhyLost } from "../handover/undecided-resumes.ts";
import type { Input } from "./connection-state.ts";
import type { Sessions } from "../sessions/session-registry.ts";
import type { Session } from "../sessions/session.ts";
import type { SessionTransport } from "../sessions/session-transport.ts";
import type { IdentifyLimiter } from "../identify/identify-limiter.ts";
import type { SessionHandover } from "../handover/session-handover.ts";
import type { TokenLookups } from "../identify/token-lookups.ts";
import { asksFor, type Owner } from "../sessions/grant.ts";
import { disallowed, unauthenticated, unreadable, type Refusal } from "../wire/refusal.ts";
import { judge, type IdentifyRequest, type ResumeRequest } from "./identify.ts";
import { readPresence } from "../presence/own-presence.ts";

/** Guilds that one shard may have. Source: protocol: gateway-oauth-limits 4.6. */
const GUILDS_PER_SHARD_MAX = 2500;

/**
 * The first version in which a bot must request MESSAGE_CONTENT. Before it, every bot that may use
 * that intent has it. Source: protocol: gateway-oauth-limits 4.5.
 */
const CONTENT_REQUESTED_SINCE = 10;

export interface HandshakeDeps {
  readonly work: Pick<Transactions, "read">;
  readonly sessions: Sessions;
  readonly starts: IdentifyLimiter;
  readonly lookups: TokenLookups;
  /** Whether the number of sessions of one owner is limited, asked at each start. */
  readonly isLimited: () => boolean;
  readonly fanout: Fanout;
  readonly presences: Presences;
  readonly handover: Pick<SessionHandover, "take">;
  readonly log: Pick<Logger, "warn">;
  /** The address for resuming, without a query, for a client that dialled this host. */
  readonly resumeUrl: (host: string | undefined) => string;
  /** Called at each token that no bot and no signed-in user has. */
  readonly foundUnknownToken?: (() => void) | undefined;
}

/** The connection that identifies or resumes. */
export interface Client extends SessionTransport {
  /** The gateway version that it uses. */
  readonly version: number;
  /** The address of the client. */
  readonly address: string;
  /** The host name and port that the client dialled. */
  readonly host: string | undefined;
  /** Reports that the client has shown a valid token. */
  identified(): void;
  /** Reports who sent the last frame. */
  sentBy(owner: Owner): void;
  /** Reports the outcome of the request to the connection's state machine. */
  apply(input: Input): void;
  /** Attaches the session to this connection. */
  join(session: Session): void;
}

/**
 * One IDENTIFY or RESUME of a connection; `isCurrent` is false once the client or the world is
 * gone.
 */
export interface Attempt<R> {
  readonly client: Client;
  readonly request: R;
  readonly isCurrent: () => boolean;
}

const resumed = encodeDispatch(Resumed.name, { _trace: [] });

function refused({ code, reason }: Refusal): Input {
  return { kind: "refused", code, reason };
}

function frameMaxBytes({ kind }: Owner): number {
  return kind === "bot" ? limits.botFrameSize.value : limits.userFrameSize.value;
}

function accepted(owner: Owner): Input {
  return { kind: "accepted", frameMaxBytes: frameMaxBytes(owner) };
}

/** Refuses an owner who has the maximum number of sessions. */
const tooManySessions: Refusal = {
  code: CloseCode.TooManySessions,
  reason: "Too many sessions.",
};

const rateLimited: Refusal = {
  code: CloseCode.RateLimited,
  reason: "You are being rate limited.",
};

/** Begins a session, or sends the client the refusal. */
export async function identify(
  deps: HandshakeDeps,
  attempt: Attempt<IdentifyRequest>,
): Promise<void> {
  const { client, isCurrent } = attempt;
  const greeted = await admit(deps, attempt);
  if (greeted === undefined || !isCurrent()) return;
  try {
    await deps.fanout.admit(
      () => deps.work.read((ctx) => readReady(ctx, greeted, deps.presences)),
      (ready) => (isCurrent() ? greet(deps, client, { greeted, ready }) : undefined),
    );
  } catch (error) {
    if (!(error instanceof TooManyBufferedEvents)) throw error;
    if (isCurrent()) client.apply({ kind: "invalid" });
  }
}

/**
 * Checks the request and waits for the owner's turn; undefined when the client was refused or is
 * gone.
 */
async function admit(
  deps: HandshakeDeps,
  attempt: Attempt<IdentifyRequest>,
): Promise<ReadyOwner | undefined> {
  const { client, isCurrent } = attempt;
  const greeted = await examine(deps, attempt);
  if (greeted === undefined) return undefined;
  const turn = turnOf(deps, greeted, attempt);
  const hasWaited = turn instanceof Promise;
  const outcome = hasWaited ? await turn : turn;
  if (!isCurrent()) return undefined;
  if (outcome !== "admitted") {
    client.apply(outcome);
    return undefined;
  }
  // The token may have been revoked while its owner waited.
  return hasWaited ? examine(deps, attempt) : greeted;
}

/** Counts a session start. A bot above its rate waits for its turn; a user is refused. */
function turnOf(
  { starts }: Pick<HandshakeDeps, "starts">,
  { owner, shard }: ReadyOwner,
  { isCurrent }: Pick<Attempt<unknown>, "isCurrent">,
): MaybePromise<"admitted" | Input> {
  const { kind, userId, applicationId } = owner;
  const isBot = kind === "bot";
  const mayBegin: MaybePromise<boolean> = isBot
    ? starts.take(userId, shard?.[0] ?? 0, { isCurrent })
    : starts.takeOfUser(userId, applicationId);
  const refusal: Input = isBot ? { kind: "invalid" } : refused(rateLimited);
  return mapMaybePromise(mayBegin, (may) => (may ? "admitted" : refusal));
}

/** Looks up the owner and checks the request; undefined when it was refused already. */
async function examine(
  deps: HandshakeDeps,
  attempt: Attempt<IdentifyRequest>,
): Promise<ReadyOwner | undefined> {
  const { client, request, isCurrent } = attempt;
  const examined = await lookUp(deps, attempt, (ctx, identity) =>
    examineIn(ctx, { client, request }, identity),
  );
  if (!isCurrent()) return undefined;
  if (!("code" in examined)) return examined;
  client.apply(refused(examined));
  return undefined;
}

/**
 * Finds the owner of a token, within the limit on lookups; invalid tokens count against their
 * address.
 */
async function lookUp<R extends object>(
  { lookups, work, foundUnknownToken }: HandshakeDeps,
  { client, request: { token }, isCurrent }: Attempt<{ readonly token: string }>,
  judgeIn: (ctx: ReadContext, identity: SessionOwner) => Promise<R | Refusal> | R,
): Promise<R | Refusal> {
  const mayLookUp = lookups.mayLookUp(client.address, token);
  if (mayLookUp !== true && !(await mayLookUp)) return rateLimited;
  const found = await work.read(async (ctx) => {
    const identity = await sessionOwnerOf(ctx, token);
    if (identity === undefined) return undefined;
    return { owner: identity.owner, verdict: await judgeIn(ctx, identity) };
  });
  if (found === undefined) {
    lookups.wasWrong(client.address);
    if (!token.startsWith("Bearer ")) foundUnknownToken?.();
    return unauthenticated;
  }
  lookups.wasGood(token);
  client.identified();
  if (isCurrent()) client.sentBy(found.owner);
  return found.verdict;
}

/** Checks whether the owner may have what is requested, on the same snapshot of the store. */
async function examineIn(
  ctx: ReadContext,
  { client, request }: Pick<Attempt<IdentifyRequest>, "client" | "request">,
  identity: SessionOwner,
): Promise<ReadyOwner | Refusal> {
  const { owner } = identity;
  if (request.bytes > frameMaxBytes(owner)) return unreadable;
  const application = owner.kind === "bot" ? identity.application : undefined;
  const verdict = judge(request, owner, application);
  if ("code" in verdict) return verdict;
  const { intents = 0 } = verdict;
  // Bots that reach many people need a review of the privileged intents that they request.
  const isReviewed =
    application === undefined ||
    (await mayUseIntents(ctx, application, (name) => asksFor(intents, name)));
  if (!isReviewed) return disallowed;
  const readsContent =
    application !== undefined &&
    client.version < CONTENT_REQUESTED_SINCE &&
    (await mayUseIntent(ctx, application, "MESSAGE_CONTENT"));
  const grant = readsContent
    ? { ...verdict, intents: intents | intentMask("MESSAGE_CONTENT") }
    : verdict;
  const { largeThreshold, compress, presence, capabilities } = request;
  const accessToken = accessTokenOf(owner, request.token);
  return { ...identity, ...grant, accessToken, largeThreshold, compress, presence, capabilities };
}

function greet(
  deps: HandshakeDeps,
  client: Client,
  { greeted, ready }: { readonly greeted: ReadyOwner; readonly ready: Ready },
): Session | undefined {
  const { guildIds } = ready;
  if (greeted.owner.kind === "bot" && guildIds.length > GUILDS_PER_SHARD_MAX) {
    client.apply(refused({ code: CloseCode.ShardingRequired, reason: "Sharding required." }));
    return undefined;
  }
  if (deps.isLimited() && !deps.sessions.hasRoomFor(greeted.owner)) {
    client.apply(refused(tooManySessions));
    return undefined;
  }
  const { intents, shard, largeThreshold, compress, accessToken } = greeted;
  const start = { intents, shard, largeThreshold, compress, guildIds, accessToken };
  const session = deps.sessions.begin(greeted.owner, start);
  client.apply(accepted(greeted.owner));
  client.join(session);
  session.greet(
    encodeReady(greeted, ready, {
      sessionId: session.id,
      version: client.version,
      resumeUrl: deps.resumeUrl(client.host),
    }),
  );
  for (const { id, event, hidden } of ready.guilds) {
    session.hidden.set(id, hidden);
    session.dispatch(deps.sessions.guildCreates.shared(id, event));
  }
  for (const event of ready.events) session.dispatch(event);
  // A user who plays a game is not online by that alone.
  const isShown = greeted.owner.kind !== "oauth2" || greeted.presence !== undefined;
  if (isShown) deps.presences.set(session, readPresence(greeted.presence));
  return session;
}

/** Resumes a session where its client left it, or makes the client identify again. */
export async function resume(
  deps: HandshakeDeps,
  { client, request, isCurrent }: Attempt<ResumeRequest>,
): Promise<void> {
  const identity = await lookUp(deps, { client, request, isCurrent }, (_, known) => known);
  if (!isCurrent()) return;
  if ("code" in identity) return client.apply(refused(identity));
  const { owner } = identity;
  const session = deps.sessions.find(request.sessionId);
  if (session === undefined)
    return resumeFromElsewhere(deps, { client, request, isCurrent }, owner);
  if (!isSameOwner(session.owner, owner)) return client.apply({ kind: "invalid" });
  restOn(session, owner, request.token);
  takeOver(deps, session, { client, sequence: request.sequence ?? 0 });
}

/** Resumes a session that another process may hold. */
async function resumeFromElsewhere(
  deps: HandshakeDeps,
  { client, request, isCurrent }: Attempt<ResumeRequest>,
  owner: Owner,
): Promise<void> {
  const { sessions, work } = deps;
  const { sessionId: id, sequence = 0, token } = request;
  const found = await deps.handover.take({ id, owner, sequence }, (session) => {
    restOn(session, owner, token);
    // If the client is gone, the session waits here for it.
    if (isCurrent()) takeOver(deps, session, { client, sequence });
  });
  const session = sessions.find(id);
  if (found === "taken") {
    // The token may have been revoked while no process held the session.
    const isGood = (await work.read((ctx) => sessionOwnerOf(ctx, token))) !== undefined;
    if (!isGood && session !== undefined) close(sessions, session, unauthenticated);
    return;
  }
  if (!isCurrent()) return;
  // Another connection of the same client may have fetched the session meanwhile.
  if (session !== undefined && isSameOwner(session.owner, owner)) {
    restOn(session, owner, token);
    return takeOver(deps, session, { client, sequence });
  }
  switch (found) {
    case "miscounted":
      return client.apply(refused(invalidSequence));
    case "undecided":
      return client.apply({ kind: "invalid", mayResume: true });
    case "lost":
    case "unknown":
      return client.apply({ kind: "invalid" });
  }
}

/** Binds the session to this token: it ends with the token, and receives what the token allows. */
function restOn(session: Session, owner: Owner, token: string): void {
  session.owner = owner;
  session.accessToken = accessTokenOf(owner, token);
  session.touched();
}

function close(sessions: Sessions, session: Session, { code, reason }: Refusal): void {
  const { link } = session;
  sessions.end(session);
  link?.close(code, reason);
}

const invalidSequence: Refusal = { code: CloseCode.InvalidSequence, reason: "Invalid seq." };

function takeOver(
  { sessions, log }: Pick<HandshakeDeps, "sessions" | "log">,
  session: Session,
  { client, sequence }: { readonly client: Client; readonly sequence: number },
): void {
  if (sequence < 0 || sequence > session.sequence) {
    sessions.invalidate(session);
    return client.apply(refused(invalidSequence));
  }
  // A client that has not even received READY has lost count: some send 0 after every error.
  const missed = sequence === 0 ? undefined : session.missedSince(sequence);
  if (missed === undefined) {
    logWhyLost(log, session.owner, "events missing");
    sessions.invalidate(session);
    return client.apply({ kind: "invalid" });
  }
  client.apply(accepted(session.owner));
  const previous = session.link;
  client.join(session);
  // The remaining events are sent once they are written to the session journal.
  const written = missed.slice(0, Math.max(0, session.settled - sequence));
  written.forEach((event, i) => client.send(event, sequence + i + 1));
  session.dispatch(resumed);
  previous?.superseded();
}
