import { describe, expect, test } from "vitest";
import { ViewChannelCache } from "./view-channel-cache.ts";

/** So many answers that the cache is cleared once it has counted two times as many. */
const userIds = new Set(Array.from({ length: 150_000 }, (_, nth) => `${nth}`));
const fewIds = new Set(["1"]);

/** A cache whose reads are answered by the test. */
function aCache() {
  const reads: ((answer: unknown) => void)[] = [];
  const cache = new ViewChannelCache({
    read: () => {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      reads.push(resolve);
      return promise as Promise<never>;
    },
  });
  const answer = (value: unknown) => reads.shift()?.(value);
  return { cache, answer };
}

function allSeeing(ids: ReadonlySet<string>) {
  return [...ids].map((id) => [id, true] as const);
}

describe("answers that are not cached are not counted: those of a read during which", () => {
  test.each<readonly [string, (cache: ViewChannelCache) => void]>([
    ["the guild was forgotten", (cache) => cache.forget("guild")],
    ["the cache was cleared", (cache) => cache.clear()],
  ])("%s", async (_, happens) => {
    const { cache, answer } = aCache();
    const reading = [1, 2].map(async () => cache.seeing("guild", "channel", userIds));
    happens(cache);
    const few = cache.seeing("other guild", "other channel", fewIds);
    answer(allSeeing(userIds));
    answer(allSeeing(userIds));
    answer(allSeeing(fewIds));
    await Promise.all([...reading, few]);
    expect(cache.seeing("other guild", "other channel", fewIds)).toEqual(new Map([["1", true]]));
  });

  test("another read answered the same", async () => {
    const { cache, answer } = aCache();
    const asked = [1, 2].map(async () => cache.seeing("guild", "channel", userIds));
    for (const _ of asked) answer(allSeeing(userIds));
    await Promise.all(asked);
    expect(cache.seeing("guild", "channel", fewIds)).toBeInstanceOf(Map);
  });
});

describe("recipients are read again if during their first read", () => {
  test.each<readonly [string, (cache: ViewChannelCache) => void]>([
    ["they changed", (cache) => cache.forgetRecipients("channel")],
    ["the cache was cleared", (cache) => cache.clear()],
  ])("%s", async (_, happens) => {
    const { cache, answer } = aCache();
    const first = cache.recipients("channel");
    happens(cache);
    answer({ recipientIds: ["1"] });
    expect(await first).toEqual(["1"]);
    const second = cache.recipients("channel");
    answer({ recipientIds: ["1", "2"] });
    expect(await second).toEqual(["1", "2"]);
    expect(cache.recipients("channel")).toEqual(["1", "2"]);
  });
});
