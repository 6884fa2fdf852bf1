import {
  getLimits,
  limits,
  resetLimits,
  timestamp,
  type EndpointDeclaration,
} from "@antechamber/contract";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { limitOf, windowParts, type LimiterMeans } from "./rate-limit.ts";

/** The handlers that show and reset the rate limits of a service. */
export function limitHandlers(
  { bus, clock, profile }: LimiterMeans,
  endpoints: readonly EndpointDeclaration[],
): readonly Binding[] {
  const counts = new Map<string, number>([["invalid", limits.invalidCalls.value]]);
  for (const each of endpoints) {
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
      return reply(200, { profile, buckets });
    }),
    handle(resetLimits, async () => {
      bus.reset();
      return noContent;
    }),
  ];
}
