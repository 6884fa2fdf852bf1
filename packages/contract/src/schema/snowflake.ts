/** The reference's epoch: the first millisecond of 2015, in Unix time. */
export const SNOWFLAKE_EPOCH_MS = 1_420_070_400_000;

/**
 * The earliest time of the clock. Clients expect ids of 17 to 19 digits, and from this time on ids
 * have at least 17. Source: gateway-oauth-limits 1.3.
 */
export const EARLIEST_CLOCK_MS = 1_422_748_800_000; // 2015-02-01T00:00:00Z

/** The latest time of the clock. Eight months after it, ids exceed the 63 bits of the wire format. */
export const LATEST_CLOCK_MS = 3_597_523_200_000; // 2084-01-01T00:00:00Z

/** When an id was made, in Unix milliseconds. */
export function snowflakeTime(id: string): number {
  return Number(BigInt(id) >> 22n) + SNOWFLAKE_EPOCH_MS;
}

/** The smallest id of a time that is given in Unix milliseconds. */
export function snowflakeAt(at: number): string {
  const sinceEpoch = BigInt(Math.max(0, Math.floor(at) - SNOWFLAKE_EPOCH_MS));
  return (sinceEpoch << 22n).toString();
}

/** The id padded with zeros, so that sorting it as text sorts it by age. */
export function snowflakeKey(id: string): string {
  return id.padStart(20, "0");
}
