// Request Guild Members: who is in a guild, in chunks. Source: protocol: gateway-oauth-limits 4.13.
import {
  ageKey,
  GuildMembersChunk,
  limits,
  Opcode,
  projection,
  RequestRateLimited,
  type Static,
} from "@antechamber/contract";
import { memberView, type MemberRecord } from "../../domains/guilds/guild.ts";
import { memberOf, membersOf } from "../../domains/guilds/operations.ts";
import { users, type UserRecord } from "../../domains/users/user.ts";
import type { Clock, Millis } from "../../platform/clock.ts";
import type { ReadContext } from "../../platform/context.ts";
import { encodeDispatch, type Encoded } from "./wire/codec.ts";
import { hearsOf } from "./identify.ts";
import type { Presences } from "./presences.ts";
import type { MembersRequest, MembersWanted } from "./requests.ts";
import type { Session } from "./sessions.ts";

const chunkSize = limits.membersPerChunk.value;
const { windowMs: oftenMs } = limits.allMembersRequests;
/** Requests that are remembered; beyond that those are forgotten that no longer count. */
const SWEEP_AT = 10_000;

/** When a bot last asked for all members of a guild. */
export class MembersBudget {
  readonly #clock: Clock;
  readonly #isLimited: () => boolean;
  readonly #asked = new Map<string, Millis>();

  constructor(clock: Clock, isLimited: () => boolean) {
    this.#clock = clock;
    this.#isLimited = isLimited;
  }

  /** Counts a request. @returns milliseconds to wait when it came too early, else 0 */
  take(userId: string, guildId: string): Millis {
    if (!this.#isLimited()) return 0;
    const now = this.#clock.now();
    const key = `${guildId}:${userId}`;
    const last = this.#asked.get(key);
    // A clock set back would otherwise lock the bot out for as long as it was moved.
    if (last !== undefined && last <= now && now - last < oftenMs) return last + oftenMs - now;
    if (this.#asked.size >= SWEEP_AT) {
      for (const [each, at] of this.#asked) if (now - at >= oftenMs) this.#asked.delete(each);
    }
    this.#asked.set(key, now);
    return 0;
  }

  reset(): void {
    this.#asked.clear();
  }
}

/** The dispatch that stands for the answer to a request that came too early. */
export function rateLimited({ guildId, nonce }: MembersRequest, waitMs: Millis): Encoded {
  const meta = { guild_id: guildId, ...(nonce === undefined ? {} : { nonce }) };
  const limited = { opcode: Opcode.RequestGuildMembers, retry_after: waitMs / 1000, meta };
  return encodeDispatch(RequestRateLimited.name, limited);
}

interface Found {
  readonly people: readonly { readonly member: MemberRecord; readonly user: UserRecord }[];
  readonly notFound?: readonly string[];
}

const projectChunk = projection(GuildMembersChunk.payload);

/** The chunks that answer a request: at least one, whatever was asked for. */
export async function memberChunks(
  ctx: ReadContext,
  asked: { readonly session: Session; readonly request: MembersRequest },
  presences: Pick<Presences, "of">,
): Promise<readonly Encoded[]> {
  const { session, request } = asked;
  const { people, notFound } = await membersFor(ctx, session, request);
  const withPresences = request.presences && hearsOf(session, "GUILD_PRESENCES");
  const count = Math.max(1, Math.ceil(people.length / chunkSize));
  return Array.from({ length: count }, (_, index) => {
    const page = people.slice(index * chunkSize, (index + 1) * chunkSize);
    const chunk: Static<(typeof GuildMembersChunk)["payload"]> = {
      guild_id: request.guildId,
      members: page.map(({ member, user }) => memberView(member, user)),
      chunk_index: index,
      chunk_count: count,
      ...(notFound === undefined ? {} : { not_found: notFound.map(asWritten) }),
      ...(withPresences ? { presences: presencesOf(page, presences) } : {}),
      ...(request.nonce === undefined ? {} : { nonce: request.nonce }),
    };
    return encodeDispatch(GuildMembersChunk.name, projectChunk(chunk));
  });
}

function presencesOf(page: Found["people"], presences: Pick<Presences, "of">) {
  return page.map(({ user }) => presences.of(user.id)).filter((presence) => presence !== undefined);
}

/** The shortest id that is large enough for a snowflake has so many digits. */
const SNOWFLAKE_DIGITS_MIN = 16;

function asWritten(id: string): string | number {
  return id.length < SNOWFLAKE_DIGITS_MIN ? Number(id) : id;
}

async function membersFor(
  ctx: ReadContext,
  session: Session,
  { guildId, wanted }: MembersRequest,
): Promise<Found> {
  if (wanted.by === "ids") {
    const isInside = session.guildIds.has(guildId);
    return isInside
      ? byIds(ctx, guildId, wanted.userIds)
      : { people: [], notFound: wanted.userIds };
  }
  if (!session.guildIds.has(guildId)) return { people: [] };
  if (wanted.by === "all" && !hearsOf(session, "GUILD_MEMBERS")) return { people: [] };
  return { people: await byName(ctx, guildId, wanted) };
}

async function byIds(
  ctx: ReadContext,
  guildId: string,
  userIds: readonly string[],
): Promise<Found> {
  const found = await Promise.all(
    userIds.map(async (id) => {
      const member = await memberOf(ctx, guildId, id);
      const user = await ctx.tx.get(users, ageKey(id));
      return member === undefined || user === undefined ? undefined : { member, user };
    }),
  );
  const people = found.filter((each) => each !== undefined);
  const notFound = userIds.filter((_, i) => found[i] === undefined);
  return { people, notFound };
}

async function byName(
  ctx: ReadContext,
  guildId: string,
  wanted: Exclude<MembersWanted, { by: "ids" }>,
) {
  if (wanted.by === "all") return membersOf(ctx, guildId, { limit: ALL_MEMBERS_MAX });
  const prefix = wanted.prefix.toLowerCase();
  if (prefix === "") return membersOf(ctx, guildId, { limit: wanted.limit });
  const everyone = await membersOf(ctx, guildId, { limit: ALL_MEMBERS_MAX });
  return everyone.filter((each) => goesBy(each, prefix)).slice(0, wanted.limit);
}

/** Members of one guild that are looked at; as many as a guild may have. */
const ALL_MEMBERS_MAX = 500_000;

/** True when one of the names that a member goes by begins so. */
function goesBy(
  { member, user }: { readonly member: MemberRecord; readonly user: UserRecord },
  prefix: string,
): boolean {
  const names = [user.username, user.global_name, member.nick];
  return names.some((name) => name?.toLowerCase().startsWith(prefix) ?? false);
}
