// Tells the lobbies of an application which of its users it is connected for. A session counts while
// a client is there: one that lost its client, and may still be resumed, does not.
// Source: protocol: lobbies-and-sdk 5.3.
import type { LiveSession } from "../../domains/applications/live-sessions.ts";
import {
  connectToLobbies,
  disconnectFromLobbies,
} from "../../domains/lobbies/connected-players.ts";
import type { Logger } from "../../platform/log.ts";
import type { Work } from "../../platform/transactions.ts";
import type { Session, Sessions } from "./session-registry.ts";

/** After so many failures it is given up; the session's next coming or going sets it right. */
const RECORD_TRIES_MAX = 5;

export interface AttendanceMeans {
  readonly work: Pick<Work, "transaction">;
  readonly sessions: Sessions;
  readonly log: Pick<Logger, "error">;
}

/** What is so, and what is written down. */
interface Attending {
  isManned: boolean;
  isRecorded: boolean;
  isWriting: boolean;
}

export class Attendance {
  readonly #means: AttendanceMeans;
  readonly #attending = new Map<Session, Attending>();
  readonly #writing = new Set<Promise<void>>();
  #isStopping = false;

  constructor(means: AttendanceMeans) {
    this.#means = means;
    means.sessions.whenManned((session, isManned) => this.#set(session, isManned));
  }

  /** Writes nothing more: the next start forgets everyone. Resolves when what is written is done. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#writing);
  }

  #set(session: Session, isManned: boolean): void {
    if (session.owner.kind !== "oauth2" || this.#isStopping) return;
    const attending = this.#attending.get(session) ?? {
      isManned,
      isRecorded: false,
      isWriting: false,
    };
    attending.isManned = isManned;
    this.#attending.set(session, attending);
    // Whoever writes looks again when they are done, so a client that flickers costs no queue.
    if (attending.isWriting) return;
    const written = this.#write(session, attending).finally(() => this.#writing.delete(written));
    this.#writing.add(written);
  }

  async #write(session: Session, attending: Attending): Promise<void> {
    attending.isWriting = true;
    const live = liveSessionOf(session);
    while (attending.isRecorded !== attending.isManned && !this.#isStopping) {
      const { isManned } = attending;
      await this.#record(live, isManned);
      attending.isRecorded = isManned;
    }
    attending.isWriting = false;
    if (!attending.isManned) this.#attending.delete(session);
  }

  /** A crowd that comes to one lobby at once may be in each other's way for a moment. */
  async #record(live: LiveSession, isManned: boolean, tries = 1): Promise<void> {
    const set = isManned ? connectToLobbies : disconnectFromLobbies;
    try {
      await this.#means.work.transaction((ctx) => set(ctx, live));
    } catch (error) {
      if (tries < RECORD_TRIES_MAX) return this.#record(live, isManned, tries + 1);
      this.#means.log.error({ err: error }, "a session's coming or going could not be recorded");
    }
  }
}

function liveSessionOf({ id, owner }: Session): LiveSession {
  const { applicationId, userId } = owner;
  if (applicationId === undefined) throw new Error("an OAuth2 session without an application");
  return { application_id: applicationId, user_id: userId, session_id: id };
}
