// The time of an application that runs inside the test, with the same code as `antechamber run`.
import { dirname, sep } from "node:path";
import { AppTime } from "../../preload/app-time.cjs";
import { after } from "./client/environment.ts";

/** The longest delay of a timer in Node. */
const TIMER_MAX_MS = 2 ** 31 - 1;

const programFolder = `${dirname(import.meta.dirname)}${sep}`;

/**
 * Whether a file belongs to this program: timers of the kit, and of a service in the same thread,
 * remain real.
 */
export function isOfProgram(file: string): boolean {
  return file.startsWith(programFolder) && !/\.test\.[cm]?[jt]s$/.test(file);
}

/**
 * Dates and timers of an application, which stand still until they are advanced. While the clock is
 * released they run with real time.
 */
class KitTime extends AppTime {
  #isFrozen = true;
  /** Moves run one after another: a timer's calls may be awaited while a test moves the clock. */
  #last: Promise<void> = Promise.resolve();
  #cancel: () => void = () => undefined;

  constructor(now: number) {
    super(now, { isOurs: isOfProgram, changed: () => this.#plan() });
  }

  override goTo(now: number, { frozen = true }: { readonly frozen?: boolean } = {}): Promise<void> {
    this.#isFrozen = frozen;
    return this.#move(() => super.goTo(now, { frozen }));
  }

  override remove(): void {
    this.#isFrozen = true;
    this.#cancel();
    super.remove();
  }

  #move(move: () => Promise<void>): Promise<void> {
    this.#cancel();
    this.#last = this.#last.then(move, move).finally(() => this.#plan());
    return this.#last;
  }

  /** Wakes at the next timer, if the clock is released. */
  #plan(): void {
    this.#cancel();
    const at = this.nextAt();
    if (this.#isFrozen || at === undefined) return;
    const wait = Math.min(Math.max(0, at - this.now()), TIMER_MAX_MS);
    this.#cancel = after(wait, () => {
      void this.#move(async () => {
        // The clock may have been frozen meanwhile.
        if (!this.#isFrozen) await super.goTo(this.now(), { frozen: false });
      });
    });
  }
}

/** Dates and timers of an application, which stand still until they are advanced or released. */
export function appTime(now: number): AppTime {
  return new KitTime(now);
}
