// Ends the temporary memberships of people who go offline. A person is online while they have a
// session, even one that has lost its client and may still be resumed. Source: protocol:
// lobbies-and-sdk 9 (`temporary`); that a person without a session is offline is assumed.
import { endTemporaryMemberships } from "../../../domains/oauth/installs/uninstall.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Transactions } from "../../../platform/transactions.ts";
import type { Presences } from "./presences.ts";
import type { Sessions } from "../sessions/session-registry.ts";
import type { Session } from "../sessions/session.ts";

export interface DepartureDeps {
  readonly work: Pick<Transactions, "transaction">;
  readonly sessions: Sessions;
  readonly presences: Pick<Presences, "isOnline">;
  readonly clock: Pick<Clock, "hold">;
  readonly log: Pick<Logger, "error">;
}

/** True for the session of a signed-in user, who is online while they have it. */
export function isPerson({ owner }: Pick<Session, "owner">): boolean {
  return owner.kind === "user";
}

/** True for a person who has a session here, or who is online at another process. */
export function isOnline(
  { sessions, presences }: Pick<DepartureDeps, "sessions" | "presences">,
  userId: string,
): boolean {
  return [...sessions.ofUser(userId)].some(isPerson) || presences.isOnline(userId);
}

export class TemporaryMembers {
  readonly #deps: DepartureDeps;
  readonly #writing = new Set<Promise<void>>();
  #isStopping = false;

  constructor(deps: DepartureDeps) {
    this.#deps = deps;
    deps.sessions.whenEnded((session) => this.#end(session));
  }

  /**
   * Stops ending memberships, since people come back after a restart. Resolves when writes are
   * done.
   */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#writing);
  }

  #end(session: Session): void {
    const { work, clock, log } = this.#deps;
    const { userId } = session.owner;
    if (this.#isStopping || !isPerson(session)) return;
    if (isOnline(this.#deps, userId)) return;
    const written = work
      .transaction((ctx) => endTemporaryMemberships(ctx, userId))
      .catch((error: unknown) => {
        log.error({ err: error }, "temporary memberships could not be ended");
      })
      .finally(() => this.#writing.delete(written));
    this.#writing.add(written);
    clock.hold(written);
  }
}
