// Group commit for transactions that only put records: their writes are sent as one database
// transaction, which costs little more than a single one. A group takes the transactions of one
// turn of the event loop, and those that arrive while other groups are in flight. None is
// acknowledged before the commit; when a group fails, each member is committed alone, so that none
// fails because of another.
// Source: docs/decisions, "PostgreSQL commits together".
import { UnsentError } from "./batch.ts";
import { kindOf, onlyPuts, sizeOf, joinWrites, type Writes } from "./joined-writes.ts";
import { sqlState } from "./session.ts";

/** The maximum number of transactions in one group. */
const MEMBERS_MAX = 64;
/** The maximum locks, events and places of a group: each takes room on the server or in the log. */
const SIZE_MAX = 512;
/** The maximum number of groups in flight. A higher limit would only make them smaller. */
const GROUPS_MAX = 2;
/** A group that takes longer is waiting for something, and stops blocking the groups behind it. */
const BLOCKING_MS_MAX = 50;
/**
 * A transaction that waits longer than this for a group, and at most twice as long, is committed
 * alone, however long that takes.
 */
const WAIT_MS_MAX = 400;

/**
 * SQL states after which it is unknown whether the group was committed: connection errors, a server
 * that shuts down, and internal server errors. All others come from a statement and leave nothing
 * committed, as does a message that was never sent.
 */
const UNKNOWN_STATES = /^(08|25|40003|57|58|XX)/;

export interface GroupCommitDeps {
  /** Commits the joined writes of several transactions in one transaction. */
  readonly commit: (writes: Writes) => Promise<void>;
  /** Runs a task at the end of this turn of the event loop. */
  readonly soon: (task: () => void) => void;
  /** Runs a task after real milliseconds. @returns a function that cancels it */
  readonly setTimer: (ms: number, task: () => void) => () => void;
}

/** After "undone" and "untried" the caller commits the transaction itself. */
type Outcome = "committed" | "undone" | "untried";

interface Member {
  readonly writes: Writes;
  readonly kind: string;
  readonly size: number;
  /** The timer round in which the member was queued. */
  readonly since: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export class GroupCommit {
  readonly #deps: GroupCommitDeps;
  #waiting: Member[] = [];
  /** Records that groups in flight are writing: later writers of the same records wait. */
  readonly #busy = new Set<string>();
  #groupsInFlight = 0;
  #isScheduled = false;
  /** Counts the timer rounds while members wait: all of them share one timer. */
  #round = 0;
  #isTimerSet = false;

  constructor(deps: GroupCommitDeps) {
    this.#deps = deps;
  }

  /** Commits the writes of a transaction that read nothing. */
  async commit(writes: Writes): Promise<Outcome> {
    const size = sizeOf(writes);
    if (size > SIZE_MAX || !onlyPuts(writes)) return "untried";
    return new Promise((resolve, reject) => {
      const since = this.#round;
      this.#waiting.push({ writes, kind: kindOf(writes), size, since, resolve, reject });
      this.#schedule();
    });
  }

  /** Releases members that have waited for a whole round, so that they commit alone. */
  #startTimer(): void {
    if (this.#isTimerSet || this.#waiting.length === 0) return;
    this.#isTimerSet = true;
    this.#deps.setTimer(WAIT_MS_MAX, () => {
      this.#isTimerSet = false;
      const isLate = ({ since }: Member) => since < this.#round;
      const late = this.#waiting.filter(isLate);
      this.#waiting = this.#waiting.filter((member) => !isLate(member));
      this.#round += 1;
      for (const { resolve } of late) resolve("untried");
      this.#startTimer();
    });
  }

  #schedule(): void {
    if (this.#groupsInFlight >= GROUPS_MAX) return this.#startTimer();
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    this.#deps.soon(() => {
      this.#isScheduled = false;
      while (this.#groupsInFlight < GROUPS_MAX) {
        const [first, ...others] = this.#takeGroup();
        if (first === undefined) break;
        void this.#run(first, others);
      }
      this.#startTimer();
    });
  }

  /** Takes the members that can be committed together with the first one that can go. */
  #takeGroup(): readonly Member[] {
    const group: Member[] = [];
    const remaining: Member[] = [];
    /** Records of members that were skipped: later writers of the same records stay behind them. */
    const skipped = new Set<string>();
    let size = 0;
    let examined = 0;
    for (const member of this.#waiting) {
      if (group.length === MEMBERS_MAX) break;
      examined += 1;
      const { records } = member.writes.locks;
      const canJoin =
        size + member.size <= SIZE_MAX &&
        member.kind === (group[0] ?? member).kind &&
        !records.some((name) => this.#busy.has(name) || skipped.has(name));
      if (canJoin) {
        group.push(member);
        size += member.size;
        for (const name of records) this.#busy.add(name);
      } else {
        remaining.push(member);
        for (const name of records) skipped.add(name);
      }
    }
    this.#waiting = remaining.concat(this.#waiting.slice(examined));
    return group;
  }

  async #run(first: Member, others: readonly Member[]): Promise<void> {
    const members = [first, ...others];
    const joined = joinWrites(
      first.writes,
      others.map(({ writes }) => writes),
    );
    this.#groupsInFlight += 1;
    const release = () => {
      this.#groupsInFlight -= 1;
      for (const name of joined.locks.records) this.#busy.delete(name);
      this.#schedule();
    };
    let isBlocking = true;
    const cancel = this.#deps.setTimer(BLOCKING_MS_MAX, () => {
      isBlocking = false;
      release();
    });
    try {
      await this.#deps.commit(joined);
      for (const { resolve } of members) resolve("committed");
    } catch (error) {
      const isEachAlone = members.length > 1 && isNothingCommitted(error);
      for (const { resolve, reject } of members) {
        if (isEachAlone) resolve("undone");
        else reject(error);
      }
    }
    cancel();
    if (isBlocking) release();
  }
}

/** Whether nothing of the group was committed, so that its members may be committed alone. */
function isNothingCommitted(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined ? error instanceof UnsentError : !UNKNOWN_STATES.test(state);
}
