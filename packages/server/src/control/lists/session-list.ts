// Live gateway sessions, as lists show them.
import type { SessionItem } from "@antechamber/contract/control";
import { timestamp, type Static } from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";
import { PROCESSES_MAX } from "../../platform/processes.ts";
import type { ListSource } from "./pager.ts";
import { oneId } from "./sources.ts";

type Item = Static<typeof SessionItem>;

/** The state of a gateway session that the control plane shows. */
export interface LiveSession {
  readonly id: string;
  /** Increases from session to session; across several processes it is ordered by time. */
  readonly number: number;
  readonly owner: {
    readonly kind: Item["kind"];
    readonly userId: string;
    readonly applicationId: string | undefined;
  };
  readonly intents: number | undefined;
  readonly shard: readonly [number, number] | undefined;
  /** True when each long payload is compressed by itself (payload compression). */
  readonly compress: boolean;
  readonly sequence: number;
  /** Undefined without a connection. */
  readonly connectedSince: Millis | undefined;
  readonly link:
    | { readonly framing: { readonly encoding: "json" | "etf"; readonly compress: string } }
    | undefined;
}

function compressionOf({ link, compress }: LiveSession): string | null {
  if (link === undefined) return null;
  const { framing } = link;
  if (framing.compress !== "none") return framing.compress;
  return compress ? "payload" : null;
}

function sessionView(session: LiveSession): Item {
  const { id, owner, intents, shard, connectedSince, link, sequence } = session;
  return {
    id,
    kind: owner.kind,
    user: owner.userId,
    application: owner.applicationId ?? null,
    intents: intents ?? null,
    shard: shard === undefined ? null : [...shard],
    connected: link !== undefined,
    connected_since: connectedSince === undefined ? null : timestamp(connectedSince),
    resumable: link === undefined,
    compress: compressionOf(session),
    encoding: link?.framing.encoding ?? null,
    sequence,
  };
}

/** Asks for the first `limit` sessions after a cursor, or from the beginning. */
export interface SessionQuery {
  /** The cursor, in decimal digits. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** A session as processes send it to one another. */
export interface SessionRow {
  /** The session's cursor, in decimal digits. */
  readonly place: string;
  readonly item: Item;
}

/** The sessions of one process, the oldest first. @param process its number among the processes */
export function sessionRows(
  sessions: Iterable<LiveSession>,
  process: number,
  { after, limit }: SessionQuery,
): readonly SessionRow[] {
  const from = after === undefined ? -1n : BigInt(after);
  const rows: SessionRow[] = [];
  for (const session of sessions) {
    if (rows.length >= limit) break;
    const place = BigInt(session.number) * BigInt(PROCESSES_MAX) + BigInt(process);
    if (place > from) rows.push({ place: place.toString(), item: sessionView(session) });
  }
  return rows;
}

/** The list of sessions; a search matches their ids and their owners. */
export function sessionList(
  rows: (query: SessionQuery) => Promise<readonly SessionRow[]>,
): ListSource<Item> {
  return {
    isCursor: oneId.isCursor,
    async read(_ctx, query) {
      const found = await rows(query);
      return found.map(({ place, item }) => ({
        cursor: place,
        texts: async () => [item.id, item.user, item.application],
        show: async () => item,
      }));
    },
  };
}
