// Commits transactions together that only put records: what they write leaves as one transaction of the
// database, which costs little more than one of them. Those of one turn of the event loop go together,
// and those that come while others are under way. None is acknowledged before the commit; where it
// fails, each is committed alone, so that none fails for another's fault.
// Source: docs/decisions, "PostgreSQL commits together".
import { UnsentError } from "./batch.ts";
import { kindOf, onlyPuts, sizeOf, writesTogether, type Writes } from "./joined-writes.ts";
import { sqlState } from "./session.ts";

/** Transactions under one commit. */
const MEMBERS_MAX = 64;
/** Locks, events and places of a commit: each takes room on the server, or in the log. */
const SIZE_MAX = 512;
/** Commits under way at once. More of them would be smaller ones. */
const GROUPS_MAX = 2;
/** A commit that takes longer waits for something, and holds up no others. */
const HOLDS_UP_MS = 50;
/**
 * One that waits for longer, at most for twice as long, is committed alone, however long that
 * takes.
 */
const WAITS_MS = 400;

/**
 * Errors after which it is not known whether all is committed: of connections, of a server that
 * stops, and of the server itself. Others are of a statement, and leave nothing, as those of a
 * message that was never sent.
 */
const UNKNOWN_STATES = /^(08|25|40003|57|58|XX)/;

export interface GroupCommitDeps {
  /** Commits what several wrote, in one transaction. */
  readonly commit: (writes: Writes) => Promise<void>;
  /** Runs a task when this turn of the event loop is over. */
  readonly soon: (task: () => void) => void;
  /** Runs a task after real milliseconds. @returns what cancels it */
  readonly setTimer: (ms: number, task: () => void) => () => void;
}

/** Those that are undone or untried are to be committed by themselves. */
type Outcome = "committed" | "undone" | "untried";

interface Member {
  readonly writes: Writes;
  readonly kind: string;
  readonly size: number;
  /** The round of waiting in which it came. */
  readonly since: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export class GroupCommit {
  readonly #deps: GroupCommitDeps;
  #waiting: Member[] = [];
  /** Records that are being written: another one that writes them waits its turn. */
  readonly #busy = new Set<string>();
  #underWay = 0;
  #isPlanned = false;
  /** Grows as long as somebody waits: all of them share one timer. */
  #round = 0;
  #isCounting = false;

  constructor(deps: GroupCommitDeps) {
    this.#deps = deps;
  }

  /** Commits what a transaction wrote that read nothing. */
  async commit(writes: Writes): Promise<Outcome> {
    const size = sizeOf(writes);
    if (size > SIZE_MAX || !onlyPuts(writes)) return "untried";
    return new Promise((resolve, reject) => {
      const since = this.#round;
      this.#waiting.push({ writes, kind: kindOf(writes), size, since, resolve, reject });
      this.#plan();
    });
  }

  /** Lets those go by themselves that have waited for a whole round. */
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

  /** Those that go together with the first that can go. */
  #next(): readonly Member[] {
    const taken: Member[] = [];
    const left: Member[] = [];
    /** Records of those that are left: who writes them too stays behind them. */
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

/** Whether nothing of it is committed, and each of its transactions alone may be. */
function leavesNothing(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined ? error instanceof UnsentError : !UNKNOWN_STATES.test(state);
}
