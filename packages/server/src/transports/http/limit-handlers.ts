import {
  getLimits,
  limits,
  resetLimits,
  timestamp,
  type EndpointDeclaration,
} from "@antechamber/contract";
import type { Millis } from "../../platform/clock.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { limitOf, windowParts, type LimiterMeans } from "./rate-limit.ts";

/** A window that is counted elsewhere than before calls. */
export interface OtherWindow {
  readonly bucket: string;
  readonly owner: string;
  readonly resource: string;
  readonly used: number;
  readonly limit: number;
  readonly endsAt: Millis;
}

export interface LimitHandlerMeans extends LimiterMeans {
  /** The windows of the gateway. */
  readonly others: { windows(): readonly OtherWindow[]; reset(): void };
}

/** The handlers that show and reset the rate limits of a service. */
export function limitHandlers(
  { bus, clock, profile, others }: LimitHandlerMeans,
  endpoints: readonly EndpointDeclaration[],
): readonly Binding[] {
  const counts = new Map<string, number>([["invalid", limits.invalidCalls.value]]);
  for (const each of endpoints) {
    if (each.limit === undefined) continue;
    const { bucket, count } = limitOf(each, profile);
    counts.set(bucket, count);
  }
  return [
    handle(getLimits, async () => {
      const buckets = bus.windows(clock.now()).map(({ key, used, endsAt }) => {
        const parts = windowParts(key);
        const limit = counts.get(parts.bucket) ?? null;
        return { ...parts, used, limit, ends_at: timestamp(endsAt) };
      });
      const ofOthers = others
        .windows()
        .map(({ endsAt, ...rest }) => ({ ...rest, ends_at: timestamp(endsAt) }));
      return reply(200, { profile, buckets: [...buckets, ...ofOthers] });
    }),
    handle(resetLimits, async () => {
      bus.reset();
      others.reset();
      return noContent;
    }),
  ];
}
