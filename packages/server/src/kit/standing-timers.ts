// What stands in for the timers of Node's modules, until a test leads them by the clock of a world.

/** Every copy of the kit in a process, and what leads timers, finds a stand-in by this. */
const STANDS_FOR = Symbol.for("antechamber.stands-for");

const timerNames = ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const;

type Timer = ((...args: readonly unknown[]) => unknown) & {
  readonly [STANDS_FOR]?: unknown;
  readonly [custom: symbol]: unknown;
};

/**
 * Puts stand-ins into Node's modules for the timers there. Files of CommonJS, and jest for all
 * files, keep what they find when they are loaded: a stand-in is what follows another clock later.
 */
export function standInForTimers(): void {
  const timers = builtin("node:timers");
  for (const name of timerNames) stand(timers, name);
  stand(builtin("node:timers/promises"), "setTimeout");
  process.getBuiltinModule("node:module").syncBuiltinESMExports();
}

function builtin(name: string): Record<string, Timer> {
  return process.getBuiltinModule(name) as unknown as Record<string, Timer>;
}

function stand(module: Record<string, Timer>, name: string): void {
  const original = module[name];
  if (original === undefined || original[STANDS_FOR] !== undefined) return;
  let led: Timer | undefined;
  const standIn = (...args: readonly unknown[]) => (led ?? original)(...args);
  const { custom } = process.getBuiltinModule("node:util").promisify;
  if (original[custom] !== undefined) {
    const wait = (...args: readonly unknown[]) => ((led ?? original)[custom] as Timer)(...args);
    Object.assign(standIn, { [custom]: wait });
  }
  const lead = (to: Timer) => {
    led = to === original ? undefined : to;
  };
  module[name] = Object.assign(standIn, {
    [STANDS_FOR]: { current: () => led ?? original, lead },
  }) as Timer;
}
