// Parses durations as tests write them: `24h`, `1h30m`, `PT15M`, or milliseconds.

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

const number = String.raw`(\d+(?:\.\d+)?)`;
const iso = new RegExp(
  `^P(?=.)(?:${number}W)?(?:${number}D)?(?:T(?=.)(?:${number}H)?(?:${number}M)?(?:${number}S)?)?$`,
);

/** A duration in milliseconds. @throws RangeError for an invalid duration */
export function millisecondsOf(given: string | number): number {
  if (typeof given === "number") {
    if (given >= 0 && given < Infinity) return given;
    throw new RangeError(`${given} is not a duration: write milliseconds, zero or more`);
  }
  const long = iso.exec(given)?.slice(1);
  if (long !== undefined) {
    const inOrder = [units.w, units.d, units.h, units.m, units.s];
    return inOrder.reduce((sum, unit, i) => sum + Number(long[i] ?? 0) * unit, 0);
  }
  const parts = [...given.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g)];
  const isWhole = parts.map(([part]) => part).join("") === given.replaceAll(/\s/g, "");
  if (parts.length === 0 || !isWhole) {
    throw new RangeError(`"${given}" is not a duration: write 24h, 1h30m, 61s, 500ms or PT15M`);
  }
  return parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * units[unit as keyof typeof units],
    0,
  );
}

/** A duration in the form of the control plane. @throws RangeError for an invalid duration */
export function isoDuration(given: string | number): string {
  return `PT${millisecondsOf(given) / 1000}S`;
}
