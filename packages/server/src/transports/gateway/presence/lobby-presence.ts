// Records in the lobbies of an application which of its users are connected. A session counts while
// a client is attached: one that has lost its client does not, though it may still be resumed.
// Source: protocol: lobbies-and-sdk 5.3.
import type { ConnectedSession } from "../../../domains/applications/live-sessions.ts";
import {
  connectToLobbies,
  disconnectFromLobbies,
} from "../../../domains/lobbies/connected-players.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Processes } from "../../../platform/processes.ts";
import type { Transactions } from "../../../platform/transactions.ts";
import type { Sessions } from "../sessions/session-registry.ts";
import type { Session } from "../sessions/session.ts";

/**
 * Attempts to record a change; after that, the next connect or disconnect of the session corrects
 * it.
 */
const RECORD_TRIES_MAX = 5;

export interface LobbyPresenceDeps {
  readonly work: Pick<Transactions, "transaction">;
  readonly sessions: Sessions;
  readonly log: Pick<Logger, "error">;
  readonly processes: Pick<Processes, "own">;
}

/** The actual and the recorded state of a session. */
interface Attending {
  isConnected: boolean;
  isRecorded: boolean;
  isWriting: boolean;
  /** Resolves once the actual state is recorded. */
  written: Promise<void>;
}

export class LobbyPresence {
  readonly #deps: LobbyPresenceDeps;
  readonly #attending = new Map<Session, Attending>();
  readonly #writing = new Set<Promise<void>>();
  #isStopping = false;

  constructor(deps: LobbyPresenceDeps) {
    this.#deps = deps;
    deps.sessions.whenConnectionChanged((session, isConnected) => this.#set(session, isConnected));
  }

  /**
   * Stops recording: once the process has ended, all its sessions are removed anyway. Resolves when
   * pending writes are done.
   */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#writing);
  }

  #set(session: Session, isConnected: boolean): void {
    if (session.owner.kind !== "oauth2" || this.#isStopping) return;
    const attending = this.#attending.get(session) ?? {
      isConnected,
      isRecorded: false,
      isWriting: false,
      written: Promise.resolve(),
    };
    attending.isConnected = isConnected;
    this.#attending.set(session, attending);
    // The writer checks again when it is done, so a client that reconnects often builds up no
    // queue.
    if (attending.isWriting) return;
    const written = this.#write(session, attending).finally(() => this.#writing.delete(written));
    attending.written = written;
    this.#writing.add(written);
  }

  /** Resolves once it is recorded whether a session has a client. */
  async recorded(session: Session): Promise<void> {
    await this.#attending.get(session)?.written;
  }

  async #write(session: Session, attending: Attending): Promise<void> {
    attending.isWriting = true;
    const live = liveSessionOf(session, this.#deps.processes.own().epoch);
    while (attending.isRecorded !== attending.isConnected && !this.#isStopping) {
      const { isConnected } = attending;
      await this.#record(live, isConnected);
      attending.isRecorded = isConnected;
    }
    attending.isWriting = false;
    if (!attending.isConnected) this.#attending.delete(session);
  }

  /** Many users who connect to one lobby at once cause conflicts, so the write is retried. */
  async #record(live: ConnectedSession, isConnected: boolean, tries = 1): Promise<void> {
    const set = isConnected ? connectToLobbies : disconnectFromLobbies;
    try {
      await this.#deps.work.transaction((ctx) => set(ctx, live));
    } catch (error) {
      if (tries < RECORD_TRIES_MAX) return this.#record(live, isConnected, tries + 1);
      this.#deps.log.error({ err: error }, "a session's coming or going could not be recorded");
    }
  }
}

function liveSessionOf({ id, owner }: Session, processEpoch: string): ConnectedSession {
  const { applicationId, userId } = owner;
  if (applicationId === undefined) throw new Error("an OAuth2 session without an application");
  return { application_id: applicationId, user_id: userId, session_id: id, processEpoch };
}
