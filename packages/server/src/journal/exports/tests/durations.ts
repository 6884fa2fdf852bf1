// Durations in the notation of the kit: `1h30m`.

export const SECOND_MS = 1000;

const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", SECOND_MS],
  ["ms", 1],
] as const;

export function durationText(ms: number): string {
  let rest = Math.round(ms);
  const parts = units.map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? "" : `${count}${unit}`;
  });
  return parts.join("") || "0ms";
}
