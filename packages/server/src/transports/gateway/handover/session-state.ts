// The serialized form of a session that moves from one process to another.
import { promisify } from "node:util";
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from "node:zlib";
import { definedFields } from "../../../platform/defined-fields.ts";
import type { LogPlace } from "../../../platform/store.ts";
import type { Owner, Shard } from "../sessions/grant.ts";
import type { OwnPresence } from "../presence/own-presence.ts";
import type { Session } from "../sessions/session.ts";
import type { PreviousSession, SessionStart } from "../sessions/session-start.ts";
import { packed, unpacked, type PackedEvent } from "../wire/codec.ts";

/**
 * Bytes of events that a session may take along: Redis pub/sub disconnects subscribers that receive
 * far more.
 */
const MISSED_BYTES_MAX = 8 * 1024 * 1024;
/** Limit for the decompressed state, which also holds the session's guilds and hidden channels. */
const UNPACKED_BYTES_MAX = 8 * MISSED_BYTES_MAX;

/**
 * States up to this length are compressed at once: that is faster than starting a thread for it,
 * while the client waits.
 */
const AT_ONCE_LENGTH = 32 * 1024;

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** The session that a client wants to resume. */
export interface ResumedSession {
  readonly id: string;
  readonly owner: Owner;
  /** The number of the last event that the client has. */
  readonly sequence: number;
}

/** All that another process needs to continue a session. */
export interface SessionState {
  readonly id: string;
  readonly owner: Omit<Owner, "scopes"> & { readonly scopes: readonly string[] };
  readonly intents?: number;
  readonly shard?: Shard;
  readonly largeThreshold: number;
  readonly compress: boolean;
  readonly guildIds: readonly string[];
  readonly hidden: readonly (readonly [guildId: string, channelIds: readonly string[]])[];
  readonly mayBeInVoice: boolean;
  readonly presence?: OwnPresence;
  /** The number of the last event that its client has. */
  readonly sequence: number;
  readonly missed: readonly PackedEvent[];
  /** The session was sent everything up to this place in the event log. */
  readonly place: LogPlace;
  /** How often it had moved to another process; absent in states of older versions. */
  readonly moves?: number;
  /** The number of its world; absent in states of older versions. */
  readonly world?: number;
}

/** The state of a session as its process records it; the events it missed are in the journal. */
export interface SessionNote extends SessionState {
  /** `place` is the session's own, as it lags behind the others of its process. */
  readonly isBehind?: boolean;
  /** Its process is alive but has given it away: any process may take it over. */
  readonly isGiven?: boolean;
}

/** Facts that move with a session beside its own fields. */
export interface HandoverFacts extends Pick<SessionState, "mayBeInVoice" | "sequence" | "place"> {
  readonly presence: OwnPresence | undefined;
  readonly world: number;
}

/**
 * @param sequence the number of the last event that its client has
 * @returns what its client missed; undefined when some of it is gone, or it is too much
 */
export function missedBy(session: Session, sequence: number): readonly PackedEvent[] | undefined {
  const missed = session.missedSince(sequence);
  if (missed === undefined) return undefined;
  const bytes = missed.reduce((sum, { body }) => sum + body.length, 0);
  return bytes > MISSED_BYTES_MAX ? undefined : missed.map((event) => packed(event));
}

export function sessionStateOf(
  session: Session,
  missed: readonly PackedEvent[],
  { presence, ...facts }: HandoverFacts,
): SessionState {
  const { id, owner, intents, shard, largeThreshold, compress, guildIds, hidden } = session;
  const { moves } = session;
  return {
    id,
    moves,
    owner: { ...owner, scopes: [...owner.scopes] },
    ...definedFields({ intents, shard, presence }),
    largeThreshold,
    compress,
    guildIds,
    hidden: hidden.all(),
    missed,
    ...facts,
  };
}

/** The note of a session that its process holds: all its state but its events. */
export function noteOf(session: Session, facts: Omit<HandoverFacts, "sequence">): string {
  const { sequence, behind } = session;
  const place = behind ?? facts.place;
  const note: SessionNote = {
    ...sessionStateOf(session, [], { ...facts, sequence, place }),
    ...(behind !== undefined && { isBehind: true }),
  };
  return JSON.stringify(note);
}

/** The note of a session that its process has given away. */
export function givenNoteOf(session: Session, facts: Omit<HandoverFacts, "sequence">): string {
  const { sequence } = session;
  const state = sessionStateOf(session, [], { ...facts, sequence });
  const note: SessionNote = { ...state, isBehind: true, isGiven: true };
  return JSON.stringify(note);
}

/** The arguments that begin the session again from its state. */
export function startOf({
  intents,
  shard,
  largeThreshold,
  compress,
  guildIds,
  sequence,
  missed,
  place,
  moves = 0,
}: SessionState): SessionStart & { readonly past: PreviousSession } {
  const events = missed.map((event) => unpacked(event));
  const past = { sequence, missed: events, behind: place, moves: moves + 1 };
  return { intents, shard, largeThreshold, compress, guildIds, accessToken: undefined, past };
}

export function ownerOf({ owner }: SessionState): Owner {
  return { ...owner, scopes: new Set(owner.scopes) };
}

/**
 * Compresses a state into the parcel that another process is sent: events of one kind are much
 * alike, and shrink to a tenth.
 */
export async function deflatedState(state: SessionState): Promise<string> {
  const text = JSON.stringify(state);
  const bytes = text.length <= AT_ONCE_LENGTH ? deflateRawSync(text) : await deflate(text);
  return bytes.toString("base64");
}

export async function inflatedState(parcel: string): Promise<SessionState> {
  const options = { maxOutputLength: UNPACKED_BYTES_MAX };
  const deflated = Buffer.from(parcel, "base64");
  const isShort = parcel.length <= AT_ONCE_LENGTH;
  const bytes = isShort ? inflateRawSync(deflated, options) : await inflate(deflated, options);
  return JSON.parse(bytes.toString()) as SessionState;
}
