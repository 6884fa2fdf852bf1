// A session on its way from one process to another, as text.
import { promisify } from "node:util";
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from "node:zlib";
import { definedFields } from "../../../platform/defined-fields.ts";
import type { LogPlace } from "../../../platform/store.ts";
import type { Owner, Shard } from "../sessions/grant.ts";
import type { OwnPresence } from "../presence/own-presence.ts";
import type { Session } from "../sessions/session.ts";
import type { SessionPast, SessionStart } from "../sessions/session-start.ts";
import { packed, unpacked, type PackedEvent } from "../wire/codec.ts";

/** Bytes of events that a session may take with it: pub/sub of Redis cuts off who gets far more. */
const PARCEL_BYTES_MAX = 8 * 1024 * 1024;
/** What else it is: its guilds, and the channels that its user does not see. */
const UNPACKED_BYTES_MAX = 8 * PARCEL_BYTES_MAX;

/**
 * A parcel as short as this is packed in less time than another thread takes to begin, for which
 * its client would wait.
 */
const AT_ONCE_LENGTH = 32 * 1024;

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** The session that a client wants to go on with. */
export interface SessionAsked {
  readonly id: string;
  readonly owner: Owner;
  /** The number of the last event that it has. */
  readonly sequence: number;
}

/** Everything of a session that its next process needs to know. */
export interface SessionParcel {
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
  /** Everything up to there in the log of events is among those that it was sent. */
  readonly place: LogPlace;
  /** How often it had gone on at another process; absent where an older version says nothing. */
  readonly moves?: number;
  /** In which world it is; absent where an older version says nothing. */
  readonly world?: number;
}

/** A session as its process writes it down; what it missed stands in the journal. */
export interface SessionNote extends SessionParcel {
  /** It is not as far as the others of its process, but where it stands itself. */
  readonly isBehind?: boolean;
  /** Its process has it no more, and lives: anybody may go on with it. */
  readonly isGiven?: boolean;
}

/** What a session takes with it beside what stands in it. */
export interface Luggage extends Pick<SessionParcel, "mayBeInVoice" | "sequence" | "place"> {
  readonly presence: OwnPresence | undefined;
  readonly world: number;
}

/**
 * @param sequence the number of the last event that its client has
 * @returns what its client missed; undefined when that is not all there any more, or too much
 */
export function missedBy(session: Session, sequence: number): readonly PackedEvent[] | undefined {
  const missed = session.missedSince(sequence);
  if (missed === undefined) return undefined;
  const bytes = missed.reduce((sum, { body }) => sum + body.length, 0);
  return bytes > PARCEL_BYTES_MAX ? undefined : missed.map((event) => packed(event));
}

export function parcelOf(
  session: Session,
  missed: readonly PackedEvent[],
  { presence, ...luggage }: Luggage,
): SessionParcel {
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
    ...luggage,
  };
}

/** Everything of a session but its events, as its process writes it down. */
export function noteOf(session: Session, luggage: Omit<Luggage, "sequence">): string {
  const { sequence, behind } = session;
  const place = behind ?? luggage.place;
  const note: SessionNote = {
    ...parcelOf(session, [], { ...luggage, sequence, place }),
    ...(behind !== undefined && { isBehind: true }),
  };
  return JSON.stringify(note);
}

/** The same of a session that its process has no more. */
export function givenNoteOf(session: Session, luggage: Omit<Luggage, "sequence">): string {
  const { sequence } = session;
  const parcel = parcelOf(session, [], { ...luggage, sequence });
  const note: SessionNote = { ...parcel, isBehind: true, isGiven: true };
  return JSON.stringify(note);
}

/** The same as a session begins with it. */
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
}: SessionParcel): SessionStart & { readonly past: SessionPast } {
  const events = missed.map((event) => unpacked(event));
  const past = { sequence, missed: events, behind: place, moves: moves + 1 };
  return { intents, shard, largeThreshold, compress, guildIds, accessToken: undefined, past };
}

export function ownerOf({ owner }: SessionParcel): Owner {
  return { ...owner, scopes: new Set(owner.scopes) };
}

/** Events of one kind are much alike, and shrink to a tenth. */
export async function deflatedParcel(parcel: SessionParcel): Promise<string> {
  const text = JSON.stringify(parcel);
  const bytes = text.length <= AT_ONCE_LENGTH ? deflateRawSync(text) : await deflate(text);
  return bytes.toString("base64");
}

export async function inflatedParcel(text: string): Promise<SessionParcel> {
  const options = { maxOutputLength: UNPACKED_BYTES_MAX };
  const deflated = Buffer.from(text, "base64");
  const isShort = text.length <= AT_ONCE_LENGTH;
  const bytes = isShort ? inflateRawSync(deflated, options) : await inflate(deflated, options);
  return JSON.parse(bytes.toString()) as SessionParcel;
}
