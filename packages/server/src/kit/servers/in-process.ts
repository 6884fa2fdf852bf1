// A service inside this process. This is the only module of the kit that loads server code, on
// demand.
import { readConfig } from "../../start/config.ts";
import { start } from "../../start/start.ts";
import type { RunningServer, StartOptions } from "./server.ts";

export async function startInProcess({
  port = 0,
  controlKey = "",
  world,
}: StartOptions): Promise<RunningServer> {
  const flags = {
    port: String(port),
    store: "sqlite::memory:",
    log: "json",
    "control-key": controlKey,
    ...(world === undefined ? {} : { world }),
  };
  const surroundings = { env: {}, isTty: false, textOf: () => "" };
  let url = "";
  const running = await start(readConfig(flags, surroundings), (line) => {
    url = /^antechamber ready (\S+)$/.exec(line)?.[1] ?? url;
  });
  return {
    url,
    controlKey,
    async stop() {
      await running.stop();
    },
  };
}
