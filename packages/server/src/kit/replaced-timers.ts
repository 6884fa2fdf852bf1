// Stand-ins for the timers of Node's modules, which a test can make follow a world's clock later.

/**
 * The property by which every copy of the kit in a process, and the code that controls timers,
 * finds stand-ins.
 */
const REPLACES = Symbol.for("antechamber.stands-for");

const timerNames = ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const;

type Timer = ((...args: readonly unknown[]) => unknown) & {
  readonly [REPLACES]?: unknown;
  readonly [custom: symbol]: unknown;
};

/**
 * Replaces the timers in Node's modules by stand-ins. CommonJS files, and under jest all files,
 * keep the timers that they find when they are loaded, so a stand-in is what can follow another
 * clock later.
 */
export function replaceTimers(): void {
  const timers = builtin("node:timers");
  for (const name of timerNames) replaceTimer(timers, name);
  replaceTimer(builtin("node:timers/promises"), "setTimeout");
  process.getBuiltinModule("node:module").syncBuiltinESMExports();
}

function builtin(name: string): Record<string, Timer> {
  return process.getBuiltinModule(name) as unknown as Record<string, Timer>;
}

function replaceTimer(module: Record<string, Timer>, name: string): void {
  const original = module[name];
  if (original === undefined || original[REPLACES] !== undefined) return;
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
    [REPLACES]: { current: () => led ?? original, lead },
  }) as Timer;
}
