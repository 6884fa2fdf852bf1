/** Whatever has timers and, perhaps, dates: `globalThis`, `node:timers`. */
export interface TimeScope {
  Date?: unknown;
  setTimeout: unknown;
  clearTimeout: unknown;
  setInterval: unknown;
  clearInterval: unknown;
}

export interface AppTimeOptions {
  /** Whether a file is of what put the time in place: its timers are real. */
  readonly isOurs?: (file: string) => boolean;
  /** Called when what is waited for has changed. */
  readonly changed?: () => void;
}

/** Where a call comes from, or undefined when that is no file of the application. */
export function callerOutsideLibraries(
  files: readonly (string | undefined)[],
  isOurs?: (file: string) => boolean,
): string | undefined;

/** Timers and dates of an application, from when it is put in place until it is taken away. */
export class AppTime {
  constructor(now: number, options?: AppTimeOptions);
  now(): number;
  nextAt(): number | undefined;
  isAwaited(): boolean;
  goTo(now: number, then?: { readonly frozen?: boolean }): Promise<void>;
  pending(): readonly { readonly id: number; readonly at: number; readonly planned: string }[];
  install(scope: TimeScope): void;
  installEverywhere(scope: TimeScope): void;
  remove(): void;
}
