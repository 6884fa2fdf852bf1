// A property test: whatever happens in a guild, the caches of unmodified client libraries that were
// connected equal, field by field, those of new clients, and the responses of REST. One bot of each
// library is an administrator of the guild, another one sees only some channels.
// ANTECHAMBER_CACHE_RUN="seed=7&acts=5000&between=200&only=discord.js&bot=visitor" makes another
// run.
import { expect, test } from "vitest";
import { acts } from "./caches/acts.ts";
import { listenByDiscordJs } from "./caches/discord-js.ts";
import { listenByDiscordPy } from "./caches/discord-py.ts";
import { listenByOceanic } from "./caches/oceanic.ts";
import { run } from "./caches/run.ts";
import { administrator, visitor } from "./caches/stage.ts";

const params = new URLSearchParams(process.env["ANTECHAMBER_CACHE_RUN"] ?? "");
const number = (name: string, otherwise: number): number => Number(params.get(name) ?? otherwise);
const libraries = {
  "discord.js": listenByDiscordJs,
  "oceanic.js": listenByOceanic,
  "discord.py": listenByDiscordPy,
};
const only = params.get("only");
const chosen = Object.entries(libraries).filter(([name]) => only === null || name === only);
const bots = { administrator, visitor };
const heardBy = Object.entries(bots).filter(([name]) => name === (params.get("bot") ?? name));
const count = number("acts", 300);

/** Most acts must find something to act on, even in the short run. */
const isSmall = (share: number): boolean => share < 0.4;

/** Three libraries over sockets and two processes: a second and a half per act is ample. */
const timeout = 60_000 + count * 1500;

test("the caches of connected clients equal those of new clients", { timeout }, async () => {
  const { done, refused } = await run({
    seed: params.get("seed") ?? "1",
    acts: count,
    between: number("between", 100),
    listeners: chosen.flatMap(([, listen]) =>
      heardBy.map(
        ([, bot]) =>
          (url: string) =>
            listen(url, bot),
      ),
    ),
  });
  const undone = acts.map(({ name }) => name).filter((name) => !done.has(name));
  const share = undone.length / acts.length;
  expect({ share, undone, refused }).toMatchObject({ share: expect.toSatisfy(isSmall) as number });
});
