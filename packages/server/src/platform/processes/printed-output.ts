// What a command prints on stdout: its reader may go away, and its disk may be full.
import type { StopSignals } from "./stop-signals.ts";

export interface PrintedOutputDeps {
  readonly stops: Pick<StopSignals, "readerGone">;
  readonly complain: (line: string) => void;
  /** Ends the process at once. */
  readonly exit: (code: number) => void;
}

/** Source: product.md, Commands. */
const DONE = 0;
const FAILED = 1;

export class PrintedOutput {
  readonly #deps: PrintedOutputDeps;
  #isUnwritten = false;

  constructor(deps: PrintedOutputDeps) {
    this.#deps = deps;
  }

  /** Ends the command: gracefully if something waits for that, and else at once. */
  failed({ code, message }: NodeJS.ErrnoException): void {
    // `antechamber journal | head` closes the pipe before the end of the output, which is no
    // failure.
    if (code !== "EPIPE" && !this.#isUnwritten) {
      this.#isUnwritten = true;
      this.#deps.complain(`antechamber: cannot write what is printed: ${message}`);
    }
    if (!this.#deps.stops.readerGone()) this.#deps.exit(this.codeOf(DONE));
  }

  /** The exit code of a command that would end with this one: a failure if output was lost. */
  codeOf(code: number): number {
    return code === DONE && this.#isUnwritten ? FAILED : code;
  }
}
