// Searches for members by name prefix: their nickname in the guild, their username and, on request,
// their global name.
// Source: protocol: gateway-oauth-limits 4.13; machine specification.
import { limits } from "@antechamber/contract";
import { searchGuildMembers } from "@antechamber/contract/guilds";
import { snowflakeKey } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { handleAsync, reply, type Binding } from "../../../platform/handler.ts";
import { compareSnowflakes } from "../../../platform/records/storage-keys.ts";
import type { TimeSlicer } from "../../../platform/time/time-slicer.ts";
import type { PrefixHit, PrefixSearch, Reader } from "../../../platform/store.ts";
import type { Transactions } from "../../../platform/transactions.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { searchedName, users, type UserRecord } from "../../users/user.ts";
import { members, memberView, nickIn, type MemberRecord } from "../guild.ts";
import { guildOf } from "../operations.ts";

/** Names that are examined in one step. */
const BATCH = 100;

/** The default number of members in one reply. Source: machine specification. */
const MEMBERS_DEFAULT = 1;

export interface NameSearch {
  readonly guildId: string;
  readonly prefix: string;
  readonly limit: number;
  /** Whether global names are searched as well. */
  readonly withGlobalNames: boolean;
}

export interface NamedMember {
  readonly member: MemberRecord;
  readonly user: UserRecord;
}

export interface NameDeps {
  readonly read: Transactions["read"];
  readonly slicer: TimeSlicer;
}

/** An index of names, and how to find the member with a name. */
interface Names<R extends object> {
  readonly find: (
    tx: Reader,
    page: Pick<PrefixSearch, "limit" | "after">,
  ) => Promise<readonly PrefixHit<R>[]>;
  readonly keyOf: (record: R) => string;
  readonly memberOf: (tx: Reader, record: R) => Promise<NamedMember | undefined>;
}

function nicknames({ guildId, prefix }: NameSearch): Names<MemberRecord> {
  const search = { index: "nick", prefix: nickIn(guildId, prefix) } as const;
  return {
    find: (tx, page) => tx.findByPrefix(members, { ...search, ...page }),
    keyOf: (member) => members.key(member),
    async memberOf(tx, member) {
      const user = await tx.get(users, snowflakeKey(member.user_id));
      return user && { member, user };
    },
  };
}

function ownNames({ guildId, prefix, withGlobalNames }: NameSearch): Names<UserRecord> {
  const search = { index: "name", prefix: searchedName(prefix) } as const;
  const matchesPrefix = ({ username }: UserRecord) =>
    withGlobalNames || searchedName(username).startsWith(search.prefix);
  return {
    find: (tx, page) => tx.findByPrefix(users, { ...search, ...page }),
    keyOf: (user) => users.key(user),
    async memberOf(tx, user) {
      if (!matchesPrefix(user)) return undefined;
      const member = await tx.get(members, compoundKey(guildId, user.id));
      return member && { member, user };
    },
  };
}

/**
 * Members with a name that begins with the prefix, ignoring case, in order of user id. The search
 * stops after a second of work, and returns what it found by then.
 */
export async function membersNamed(
  { read, slicer }: NameDeps,
  search: NameSearch,
): Promise<readonly NamedMember[]> {
  const task = slicer.begin(limits.memberSearchTime.value);
  const found = new Map<string, NamedMember>();
  const isEnough = () => found.size >= search.limit || task.isOver();

  async function gather<R extends object>({ find, keyOf, memberOf }: Names<R>): Promise<void> {
    let after: PrefixSearch["after"];
    for (let isMore = true; isMore && !isEnough();) {
      const page = { limit: BATCH, ...definedFields({ after }) };
      const { hits, named } = await read(async ({ tx }) => {
        const names = await find(tx, page);
        const whose = names.map(({ record }) => memberOf(tx, record));
        return { hits: names, named: await Promise.all(whose) };
      });
      for (const each of named) {
        if (each !== undefined && found.size < search.limit) found.set(each.user.id, each);
      }
      const last = hits.at(-1);
      isMore = hits.length === BATCH;
      if (last !== undefined) after = { value: last.value, key: keyOf(last.record) };
      await task.yieldIfDue();
    }
  }

  // Databases cannot store lone surrogates or NUL, so no name contains them.
  if (!search.prefix.isWellFormed() || search.prefix.includes("\0")) return [];
  await gather(nicknames(search));
  await gather(ownNames(search));
  return [...found.values()].toSorted((one, other) =>
    compareSnowflakes(one.user.id, other.user.id),
  );
}

/** Handlers that search for members, sharing the event loop with other long-running work. */
export function memberSearchHandlers(slicer: TimeSlicer): readonly Binding[] {
  return [
    handleAsync(searchGuildMembers, async ({ work, caller }, { params, query }) => {
      const guild = await work.read((ctx: ReadContext) => guildOf(ctx, caller, params.guild_id));
      const { query: prefix, limit = MEMBERS_DEFAULT } = query;
      const read: Transactions["read"] = (look) => work.read(look);
      const search = { guildId: guild.id, prefix, limit, withGlobalNames: true };
      const found = await membersNamed({ read, slicer }, search);
      return reply(
        200,
        found.map(({ member, user }) => memberView(member, user)),
      );
    }),
  ];
}
