// The exit codes of commands, and the lines that explain a failure.
import { NetworkError, RestError } from "@antechamber/sdk/control";
import { CannotDo, faultLines } from "../kit/client/errors.ts";
import { noAnswer } from "../kit/client/no-answer.ts";

/** Source: product.md, Commands. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  refused: 4,
  found: 5,
  waitedTooLong: 124,
} as const;

/** What to do if no service responds. */
export const START_ONE = "start one with `antechamber start`, or pass its address with --url";

/** The command was called wrongly, or cannot do what was asked. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
  readonly code: number;

  constructor(message: string, code: number = exitCodes.failed) {
    super(message);
    this.code = code;
  }
}

/** @throws CommandFailure always */
export function wrongUsage(message: string): never {
  throw new CommandFailure(message, exitCodes.usage);
}

/** Reports the error of a file reader, by its message. @throws CommandFailure always */
export function wrongFile(error: unknown): never {
  wrongUsage((error as Error).message);
}

export interface FailureReport {
  readonly code: number;
  readonly lines: readonly string[];
}

/** The lines to print for an error, and the exit code; undefined for a bug. */
export function reportOf(error: unknown, url: string): FailureReport | undefined {
  if (error instanceof CommandFailure)
    return { code: error.code, lines: error.message.split("\n") };
  if (error instanceof CannotDo) return { code: exitCodes.usage, lines: [error.message] };
  if (error instanceof NetworkError) {
    const { says, fix = START_ONE } = noAnswer(error, url);
    return { code: exitCodes.unreachable, lines: [says, fix] };
  }
  if (error instanceof RestError) return { code: exitCodes.refused, lines: refusalLines(error) };
  return undefined;
}

function refusalLines({ status, code, message, errors }: RestError): readonly string[] {
  const numbers = code === 0 ? `${status}` : `${status}, code ${code}`;
  const hint =
    status === 401 ? ["pass the control key with --control-key or ANTECHAMBER_CONTROL_KEY"] : [];
  return [
    `refused (${numbers}): ${message}`,
    ...faultLines(errors).map((each) => `  ${each}`),
    ...hint,
  ];
}
