// Gateway sessions that live, as lists show them.
import type { SessionItem } from "@antechamber/contract/control";
import { timestamp, type Static } from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";
import type { ListSource } from "./pager.ts";
import { fromMemory } from "./sources.ts";

type Item = Static<typeof SessionItem>;

/** What the control plane sees of a gateway session. */
export interface LivingSession {
  readonly id: string;
  /** Grows from session to session. */
  readonly number: number;
  readonly owner: {
    readonly kind: Item["kind"];
    readonly userId: string;
    readonly applicationId: string | undefined;
  };
  readonly intents: number | undefined;
  readonly shard: readonly [number, number] | undefined;
  /** Compresses each long message by itself. */
  readonly compress: boolean;
  readonly sequence: number;
  /** Undefined without a connection. */
  readonly connectedSince: Millis | undefined;
  readonly link:
    | { readonly framing: { readonly encoding: "json" | "etf"; readonly compress: string } }
    | undefined;
}

function compressionOf({ link, compress }: LivingSession): string | null {
  if (link === undefined) return null;
  const { framing } = link;
  if (framing.compress !== "none") return framing.compress;
  return compress ? "payload" : null;
}

function shown(session: LivingSession): Item {
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

/** The list of sessions; their ids and those of whom they belong to are searched. */
export function sessionList(all: () => Iterable<LivingSession>): ListSource<Item> {
  return fromMemory({
    all,
    numberOf: ({ number }) => BigInt(number),
    texts: ({ id, owner }) => [id, owner.userId, owner.applicationId],
    show: shown,
  });
}
