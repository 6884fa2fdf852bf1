// Applies a limits profile that was set in one process in all of them, including processes that
// start later or were unreachable at the time.
import { limits } from "@antechamber/contract";
import { limitsProfiles, type LimitsProfile } from "@antechamber/contract/control";
import type { Bus } from "../platform/bus.ts";
import type { Store } from "../platform/store.ts";
import type { NamedProfile } from "./limits-in-force.ts";

const PROFILE = "limits-profile";
const PROFILE_NAMED = "limits-profile-named";

const profiles: ReadonlySet<unknown> = new Set(limitsProfiles);

export interface ClusterLimitsProfileParts {
  readonly bus: Bus;
  readonly store: { readonly processes: Pick<Store["processes"], "refresh"> };
  /** The number of the last change to the world that this process has applied. */
  readonly steered: () => number;
  readonly inForce: {
    use(profile: LimitsProfile, nth?: number): void;
    named(): NamedProfile | undefined;
  };
}

export interface ClusterLimitsProfile {
  /** Applies the profile that other processes had set before this one started. */
  begin(): Promise<void>;
  use(profile: LimitsProfile): void;
  stop(): void;
}

export function clusterLimitsProfile({
  bus,
  store,
  steered,
  inForce,
}: ClusterLimitsProfileParts): ClusterLimitsProfile {
  /**
   * Applies the latest profile: takes it from the others if theirs is later, else publishes it to
   * them.
   */
  async function agree(): Promise<void> {
    if (!bus.isUp()) return;
    const { answers } = await bus.ask({
      topic: PROFILE_NAMED,
      body: null,
      timeoutMs: limits.faultsElsewhere.value,
      refreshFirst: () => store.processes.refresh(),
    });
    const own = inForce.named();
    const theirs = answers
      .flatMap((answer) => readNamed(answer, steered()) ?? [])
      .reduce<NamedProfile | undefined>(
        (last, each) => (isLater(each, last) ? each : last),
        undefined,
      );
    if (theirs !== undefined && isLater(theirs, own)) inForce.use(theirs.profile, theirs.nth);
    else if (own !== undefined && isLater(own, theirs)) bus.publish(PROFILE, own.profile);
  }

  const ends = [
    bus.subscribe(PROFILE, (profile) => inForce.use(profile as LimitsProfile)),
    bus.answer(PROFILE_NAMED, async () => ({ ...inForce.named(), steered: steered() })),
    bus.onReconnect(() => void agree()),
  ];
  return {
    begin: agree,
    use(profile) {
      inForce.use(profile);
      bus.publish(PROFILE, profile);
    },
    stop() {
      for (const end of ends) end();
    },
  };
}

/**
 * Whether one was set later. Of two set at once in different processes, all processes choose the
 * same.
 */
function isLater(one: NamedProfile, other: NamedProfile | undefined): boolean {
  if (other === undefined || one.nth !== other.nth) return one.nth > (other?.nth ?? 0);
  return one.profile < other.profile;
}

/** Undefined if no profile was set, or that process has yet to apply a replacement of the world. */
function readNamed(answer: unknown, steered: number): NamedProfile | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const fields = answer as { readonly [name: string]: unknown };
  const { profile, nth } = fields;
  if (typeof fields["steered"] !== "number" || fields["steered"] < steered) return undefined;
  if (!profiles.has(profile) || typeof nth !== "number") return undefined;
  return { profile: profile as LimitsProfile, nth };
}
