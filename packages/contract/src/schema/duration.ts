const duration =
  /^P(?=.)(?:(\d+(?:[.,]\d+)?)W)?(?:(\d+(?:[.,]\d+)?)D)?(?:T(?=.)(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/;

const unitsMs = [604_800_000, 86_400_000, 3_600_000, 60_000, 1000];

/**
 * Reads an ISO 8601 duration in weeks, days, hours, minutes and seconds, with fractions: `PT15M`,
 * `P1DT0.5H`. Years and months are refused, because their length varies.
 *
 * @returns whole milliseconds, or undefined when the text is not such a duration
 */
export function durationMs(text: string): number | undefined {
  const parts = duration.exec(text)?.slice(1);
  if (parts === undefined) return undefined;
  const total = unitsMs.reduce(
    (sum, unitMs, i) => sum + Number((parts[i] ?? "0").replace(",", ".")) * unitMs,
    0,
  );
  return Math.round(total);
}
