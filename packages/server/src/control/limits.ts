import {
  getLimits,
  resetLimits,
  useLimits,
  type LimitsProfile,
} from "@antechamber/contract/control";
import { timestamp } from "@antechamber/contract/schema";
import type { Clock, Millis } from "../platform/clock.ts";
import { handle, noContent, reply, type Binding } from "../platform/handler.ts";
import { windowParts, type RateLimitCounters } from "../platform/rate-limit-counters.ts";

/** The current state of one rate limit window. */
export interface CountedWindow {
  readonly bucket: string;
  readonly owner: string;
  readonly resource: string;
  readonly used: number;
  readonly limit: number;
  readonly endsAt: Millis;
}

export interface LimitHandlerDeps {
  /** The rate limit windows of HTTP calls. */
  readonly counters: RateLimitCounters;
  readonly clock: Pick<Clock, "now">;
  /** Returns the profile in force. */
  readonly profile: () => LimitsProfile;
  /** The rate limit windows of the gateway, which has its own counters. */
  readonly others: { windows(): readonly CountedWindow[]; reset(): void };
  /** Switches to another profile. */
  readonly use: (profile: LimitsProfile) => void;
}

/** The handlers that show and reset the rate limits of a service. */
export function limitHandlers({
  counters,
  clock,
  profile,
  others,
  use,
}: LimitHandlerDeps): readonly Binding[] {
  async function view() {
    const open = await counters.windows(clock.now());
    const ofCalls = open.map(({ key, used, max, endsAt }) => {
      return { ...windowParts(key), used, limit: max, endsAt };
    });
    return { profile: profile(), buckets: [...ofCalls, ...others.windows()].map(windowView) };
  }

  async function reset(): Promise<void> {
    others.reset();
    await counters.reset();
  }

  return [
    handle(getLimits, async () => reply(200, await view())),
    handle(useLimits, async (_, { body }) => {
      use(body().profile);
      // The existing counts belong to windows of other lengths.
      await reset();
      return reply(200, await view());
    }),
    handle(resetLimits, async () => {
      await reset();
      return noContent;
    }),
  ];
}

function windowView({ endsAt, ...window }: CountedWindow) {
  const remaining = Math.max(0, window.limit - window.used);
  return { ...window, remaining, ends_at: timestamp(endsAt) };
}
