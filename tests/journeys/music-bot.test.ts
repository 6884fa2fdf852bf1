// A music bot written for the platform, run by `antechamber run`: it connects to voice, its audio
// is discarded, and the journal records how much there was.
import { expect, test } from "vitest";
import { whyNotIsolated } from "../../packages/server/src/run/isolation/isolation.ts";
import { programOf, startRun } from "./unchanged/start-run.ts";

const noWall = await whyNotIsolated();

test.each(noWall === undefined ? ["off", "on"] : ["off"])(
  "a music bot connects to voice and plays, and its audio is counted, with isolation %s",
  { timeout: 60_000 },
  async (isolate) => {
    const run = await startRun([
      "--isolate",
      isolate,
      "--",
      process.execPath,
      programOf("music.mjs"),
    ]);
    try {
      await run.says("in voice");
      await run.says("played");
      const url = `${await run.url()}/control/v1/journal?name=VOICE_SOUND`;
      const look = async () => {
        const response = await fetch(url, { headers: { authorization: "Control antechamber" } });
        const { items } = (await response.json()) as { items: { summary: string }[] };
        return items.map(({ summary }) => summary).join("\n");
      };
      await expect.poll(look).toMatch(/\b[1-9][0-9]* packets of sound/);
      run.signal("SIGINT");
      expect(await run.ended).toBe(130);
    } finally {
      await run.stop();
    }
  },
);
