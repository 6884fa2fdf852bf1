// Request Guild Members: sends members of a guild in chunks. Source: protocol: gateway-oauth-limits
// 4.13.
import { limits } from "@antechamber/contract";
import { GuildMembersChunk, Opcode, RequestRateLimited } from "@antechamber/contract/gateway";
import { snowflakeKey, projection, type Static } from "@antechamber/contract/schema";
import { withPrefix } from "../../../platform/records/compound-keys.ts";
import { members, memberView } from "../../../domains/guilds/guild.ts";
import {
  membersNamed,
  type NamedMember,
  type NameDeps,
} from "../../../domains/guilds/members/member-search.ts";
import { memberOf, membersOf } from "../../../domains/guilds/operations.ts";
import { users } from "../../../domains/users/user.ts";
import type { Clock, Millis } from "../../../platform/clock.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { CountedWindows, ofServiceClock } from "../identify/counted-windows.ts";
import { encodeDispatch, type Encoded } from "../wire/codec.ts";
import type { Presences } from "../presence/presences.ts";
import type { Session } from "../sessions/session.ts";
import { receives } from "../sessions/grant.ts";
import type { MembersRequest } from "./requests.ts";

const chunkSize = limits.membersPerChunk.value;

/** Limits how often a user may request members of a guild: all of them, or by prefix. */
export class MembersBudget {
  readonly #clock: Clock;
  readonly #isLimited: () => boolean;
  readonly #all: CountedWindows;
  readonly #searches: CountedWindows;

  constructor(clock: Clock, isLimited: () => boolean) {
    this.#clock = clock;
    this.#isLimited = isLimited;
    const spanOf = ({ windowMs }: { readonly windowMs: Millis }) => ofServiceClock(clock, windowMs);
    this.#all = new CountedWindows(clock, spanOf(limits.allMembersRequests));
    this.#searches = new CountedWindows(clock, spanOf(limits.memberSearches));
  }

  /** Counts a request. @returns milliseconds to wait when it came too early, else 0 */
  take(userId: string, { guildId, requested }: MembersRequest): Millis {
    if (!this.#isLimited() || requested.by === "ids") return 0;
    const isForAll = requested.by === "all";
    const windows = isForAll ? this.#all : this.#searches;
    const { value } = isForAll ? limits.allMembersRequests : limits.memberSearches;
    const window = windows.open(`${guildId}:${userId}`);
    if (window.count >= value) return windows.endsAt(window) - this.#clock.now();
    window.count += 1;
    return 0;
  }

  reset(): void {
    this.#all.clear();
    this.#searches.clear();
  }
}

/** The dispatch that answers a request which came too early. */
export function rateLimited({ guildId, nonce }: MembersRequest, waitMs: Millis): Encoded {
  const meta = { guild_id: guildId, ...definedFields({ nonce }) };
  const limited = { opcode: Opcode.RequestGuildMembers, retry_after: waitMs / 1000, meta };
  return encodeDispatch(RequestRateLimited.name, limited);
}

type People = readonly NamedMember[];

/** The members that answer a request, in the given number of chunks. */
interface Found {
  readonly chunkCount: number;
  readonly pages: AsyncIterable<People>;
  readonly notFound?: readonly string[];
}

export interface MembersDeps extends NameDeps {
  readonly presences: Pick<Presences, "of">;
}

const projectChunk = projection(GuildMembersChunk.payload);

/** The chunks that answer a request, as they are read; at least one, even without members. */
export async function* memberChunks(
  deps: MembersDeps,
  { session, request }: { readonly session: Session; readonly request: MembersRequest },
): AsyncGenerator<Encoded> {
  const { chunkCount, pages, notFound } = await membersFor(deps, session, request);
  const withPresences = request.presences && receives(session, "GUILD_PRESENCES");
  let index = 0;
  for await (const page of pages) {
    const chunk: Static<(typeof GuildMembersChunk)["payload"]> = {
      guild_id: request.guildId,
      members: page.map(({ member, user }) => memberView(member, user)),
      chunk_index: index,
      chunk_count: chunkCount,
      ...(notFound === undefined ? {} : { not_found: notFound.map(asWritten) }),
      ...(withPresences ? { presences: presencesOf(page, deps.presences) } : {}),
      ...definedFields({ nonce: request.nonce }),
    };
    yield encodeDispatch(GuildMembersChunk.name, projectChunk(chunk));
    index += 1;
  }
}

function presencesOf(page: People, presences: Pick<Presences, "of">) {
  return page
    .map(({ member }) => presences.of(member.user_id, member.guild_id))
    .filter((presence) => presence !== undefined);
}

/** The number of digits of the shortest id that is large enough for a snowflake. */
const SNOWFLAKE_DIGITS_MIN = 16;

function asWritten(id: string): string | number {
  return id.length < SNOWFLAKE_DIGITS_MIN ? Number(id) : id;
}

/** An answer that fits into one chunk. */
function oneChunk(people: People, notFound?: readonly string[]): Found {
  async function* pages() {
    yield people;
  }
  return { chunkCount: 1, pages: pages(), ...definedFields({ notFound }) };
}

async function membersFor(
  deps: MembersDeps,
  session: Session,
  { guildId, requested }: MembersRequest,
): Promise<Found> {
  const isInside = session.isIn(guildId);
  if (requested.by === "ids") {
    return isInside ? byIds(deps, guildId, requested.userIds) : oneChunk([], requested.userIds);
  }
  if (!isInside) return oneChunk([]);
  // Without a prefix it is the member list, however much of it is asked for: "query='', limit=0<=n".
  const isForList = requested.by === "all" || requested.prefix === "";
  if (isForList && !receives(session, "GUILD_MEMBERS")) return oneChunk([]);
  if (requested.by === "all") return everyone(deps, guildId);
  const { prefix, limit } = requested;
  return oneChunk(
    prefix === ""
      ? await deps.read((ctx) => membersOf(ctx, guildId, { limit }))
      : await membersNamed(deps, { guildId, prefix, limit, withGlobalNames: false }),
  );
}

async function byIds(
  { read }: MembersDeps,
  guildId: string,
  userIds: readonly string[],
): Promise<Found> {
  const found = await read((ctx) =>
    Promise.all(
      userIds.map(async (id) => {
        const member = await memberOf(ctx, guildId, id);
        const user = await ctx.tx.get(users, snowflakeKey(id));
        return member === undefined || user === undefined ? undefined : { member, user };
      }),
    ),
  );
  const people = found.filter((each) => each !== undefined);
  return oneChunk(
    people,
    userIds.filter((_, i) => found[i] === undefined),
  );
}

/** All members; each chunk holds those who are members when it is read. */
async function everyone({ read, slicer }: MembersDeps, guildId: string): Promise<Found> {
  const count = await read(({ tx }) => tx.count(members, withPrefix(guildId)));
  const chunkCount = Math.max(1, Math.ceil(count / chunkSize));
  async function* pages() {
    const task = slicer.begin(Infinity);
    let after: string | undefined;
    for (let index = 0; index < chunkCount; index += 1) {
      const people: NamedMember[] = [];
      while (people.length < chunkSize) {
        const page = { limit: STEP, ...definedFields({ after }) };
        const step = await read((ctx) => membersOf(ctx, guildId, page));
        people.push(...step);
        after = step.at(-1)?.user.id ?? after;
        await task.yieldIfDue();
        if (step.length === 0) break;
      }
      yield people;
    }
  }
  return { chunkCount, pages: pages() };
}

/** Members read at a time; the chunk size is a multiple of it. */
const STEP = 100;
