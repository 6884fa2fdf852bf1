// Group commit for transactions that only put records: their writes are sent as one database
// transaction, which costs little more than a single one. A group takes the transactions of one
// turn of the event loop, and those that arrive while other groups are in flight. None is
// acknowledged before the commit; when a group fails, each member is committed alone, so that none
// fails because of another.
// Source: docs/decisions, "PostgreSQL commits together".
import { UnsentError } from "./batch.ts";
import { kindOf, onlyPuts, sizeOf, writesTogether, type Writes } from "./joined-writes.ts";
import { sqlState } from "./session.ts";

/** The maximum number of transactions in one group. */
const MEMBERS_MAX = 64;
/** The maximum locks, events and places of a group: each takes room on the server or in the log. */
const SIZE_MAX = 512;
/** The maximum number of groups in flight. A higher limit would only make them smaller. */
const GROUPS_MAX = 2;
/** A group that takes longer is waiting for something, and stops blocking the groups behind it. */
const HOLDS_UP_MS = 50;
/**
 * A transaction that waits longer than this for a group, and at most twice as long, is committed
 * alone, however long that takes.
 */
const WAITS_MS = 400;

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
  #underWay = 0;
  #isPlanned = false;
  /** Counts the timer rounds while members wait: all of them share one timer. */
  #round = 0;
  #isCounting = false;

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
      this.#plan();
    });
  }

  /** Releases members that have waited for a whole round, so that they commit alone. */
  #count(): void {
    if (this.#isCounting || this.#waiting.length === 0) return;
    this.#isCounting = true;
    this.#deps.setTimer(WAITS_MS, () => {
      this.#isCounting = false;
      const isLate = ({ since }: Member) => since < this.#round;
      const late = this.#waiting.filter(isLate);
      this.#waiting = this.#waiting.filter((member) => !isLate(member));
      this.#round += 1;
      for (const { resolve } of late) resolve("untried");
      this.#count();
    });
  }

  #plan(): void {
    if (this.#underWay >= GROUPS_MAX) return this.#count();
    if (this.#isPlanned || this.#waiting.length === 0) return;
    this.#isPlanned = true;
    this.#deps.soon(() => {
      this.#isPlanned = false;
      while (this.#underWay < GROUPS_MAX) {
        const members = this.#next();
        if (members.length === 0) break;
        void this.#run(members);
      }
      this.#count();
    });
  }

  /** Takes the members that can be committed together with the first one that can go. */
  #next(): readonly Member[] {
    const taken: Member[] = [];
    const left: Member[] = [];
    /** Records of members that were skipped: later writers of the same records stay behind them. */
    const passed = new Set<string>();
    let size = 0;
    let looked = 0;
    for (const member of this.#waiting) {
      if (taken.length === MEMBERS_MAX) break;
      looked += 1;
      const { records } = member.writes.locks;
      const joins =
        size + member.size <= SIZE_MAX &&
        member.kind === (taken[0] ?? member).kind &&
        !records.some((name) => this.#busy.has(name) || passed.has(name));
      if (joins) {
        taken.push(member);
        size += member.size;
        for (const name of records) this.#busy.add(name);
      } else {
        left.push(member);
        for (const name of records) passed.add(name);
      }
    }
    this.#waiting = left.concat(this.#waiting.slice(looked));
    return taken;
  }

  async #run(members: readonly Member[]): Promise<void> {
    const joined = writesTogether(members.map(({ writes }) => writes));
    if (joined === undefined) return;
    this.#underWay += 1;
    const free = () => {
      this.#underWay -= 1;
      for (const name of joined.locks.records) this.#busy.delete(name);
      this.#plan();
    };
    let isHoldingUp = true;
    const cancel = this.#deps.setTimer(HOLDS_UP_MS, () => {
      isHoldingUp = false;
      free();
    });
    try {
      await this.#deps.commit(joined);
      for (const { resolve } of members) resolve("committed");
    } catch (error) {
      const isEachAlone = members.length > 1 && leavesNothing(error);
      for (const { resolve, reject } of members) {
        if (isEachAlone) resolve("undone");
        else reject(error);
      }
    }
    cancel();
    if (isHoldingUp) free();
  }
}

/** Whether nothing of the group was committed, so that its members may be committed alone. */
function leavesNothing(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined ? error instanceof UnsentError : !UNKNOWN_STATES.test(state);
}
