import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

/** Starts a service from a process that then ends in a given way. @returns the service's URL */
async function addressFrom(ending: string): Promise<string> {
  const module = JSON.stringify(join(import.meta.dirname, "start.ts"));
  const program = `const { startAntechamber } = await import(${module});
    const { url } = await startAntechamber();
    const { ok } = await fetch(url + "/healthz");
    process.stdout.write(ok + " " + url, () => { ${ending} });`;
  const words = ["--input-type=module", "--eval", program];
  const { stdout } = await run(process.execPath, words).catch(
    (error: unknown) => error as { readonly stdout: string },
  );
  const [answered, url = ""] = stdout.split(" ");
  expect(answered).toBe("true");
  return url;
}

test.each([
  ["is done", ""],
  ["exits", "process.exit(3);"],
  ["throws", "throw new Error('a crash');"],
  ["is killed", "process.kill(process.pid, 'SIGKILL');"],
])("a service stops when its process %s without stopping it", async (_, ending) => {
  const url = await addressFrom(ending);
  const answers = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(answers, { timeout: 10_000 }).toBe(false);
});
