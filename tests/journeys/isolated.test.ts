// Programs isolated by `antechamber run --isolate on`. A network interface that leads nowhere
// replaces the way out of this machine, and the kernel counts what is sent to it.
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { PROGRAM } from "../../packages/server/src/testing/processes/start-program.ts";
import { programOf, startRun, type Run } from "./unchanged/start-run.ts";

const execute = promisify(execFile);

/**
 * Creates an interface that is the only way out, runs a command, and prints how much was sent to
 * it.
 */
const machine = `
set -e
ip link set lo up
ip link add out type veth peer name nowhere
for each in out nowhere; do echo 1 > /proc/sys/net/ipv6/conf/$each/disable_ipv6; done
ip link set nowhere up
ip address add 10.99.0.1/24 dev out
ip link set out up
ip route add default dev out
before=$(cat /sys/class/net/out/statistics/tx_packets)
"$@" || echo "code $?"
after=$(cat /sys/class/net/out/statistics/tx_packets)
echo "packets $((after - before))"
`;
const inMachine = ["--net", "--mount", "sh", "-c", `mount -t sysfs none /sys\n${machine}`, "sh"];

/** The reason why a test cannot run here, with which it is skipped rather than passed. */
function whyNot(): string | undefined {
  const trial = spawnSync("unshare", [...inMachine, "true"], { encoding: "utf8" });
  if (trial.status === 0) return undefined;
  return `namespaces cannot be made here: ${trial.stderr || String(trial.error)}`;
}

const issue = whyNot();
const go = process.env["TEST_GO"] ?? "go";
const noGo =
  spawnSync(go, ["version"]).status === 0 ? undefined : "there is no Go to build it with";
for (const each of [issue, noGo]) {
  if (each !== undefined) process.stderr.write(`tests of isolation are left out: ${each}\n`);
}

const cleanups: (() => unknown)[] = [];
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "antechamber-isolated-"));
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

afterAll(() => rm(folder, { recursive: true }));

async function aRun(args: readonly string[]): Promise<Run> {
  const run = await startRun(args);
  cleanups.push(run.stop);
  return run;
}

describe.skipIf(issue !== undefined)("an isolated program", () => {
  test.skipIf(noGo !== undefined)(
    "works even if statically linked, and sends no packets out of the machine",
    { timeout: 180_000 },
    async () => {
      const program = join(folder, "static-bot");
      const env = {
        ...process.env,
        CGO_ENABLED: "0",
        GOCACHE: join(folder, "cache"),
        GO111MODULE: "off",
      };
      await execute(go, ["build", "-o", program, programOf("static-bot/main.go")], { env });
      const runs = async (isolate: string) => {
        const run = [process.execPath, PROGRAM, "run", "--isolate", isolate, "--", program];
        return await execute("unshare", [...inMachine, ...run], {
          cwd: folder,
          env: { ...env, TMPDIR: folder },
        });
      };
      const isolated = await runs("on");
      expect(isolated.stdout.trim().split("\n")).toEqual([
        "self 200 Concierge",
        "commands 200",
        expect.stringMatching(/^greeting \{.*"op":10/),
        "outside true",
        "packets 0",
      ]);
      // The same program without isolation, to show that its packets would be counted.
      const open = await runs("off");
      expect(open.stdout).toMatch(/^packets [1-9]/m);
    },
  );

  test(
    "reaches servers of this machine, and is reachable itself",
    { timeout: 60_000 },
    async () => {
      const neighbour = createServer((_request, response) => response.end("a row"));
      await new Promise<void>((resolve) => neighbour.listen(0, "127.0.0.1", resolve));
      cleanups.push(() => neighbour.close());
      const { port } = neighbour.address() as AddressInfo;
      const program = [process.execPath, programOf("neighbours.mjs"), String(port)];
      const run = await aRun(["--isolate", "on", "--", ...program]);
      await run.says("listens");
      expect(run.output()).toContain("neighbour a row");
      const [, own = ""] = /listens ([0-9]+)/.exec(run.output()) ?? [];
      const answer = () =>
        fetch(`http://127.0.0.1:${own}/x`).then(
          (response) => response.text(),
          () => "nobody",
        );
      await expect.poll(answer).toBe("inside /x");
      run.signal("SIGTERM");
      expect(await run.ended).toBe(143);
      expect(await answer()).toBe("nobody");
    },
  );

  test(
    "has no other network access, and changes no files of the machine",
    { timeout: 60_000 },
    async () => {
      const script = [
        "grep -c discord.com /etc/hosts",
        "curl -sS --noproxy '*' https://discord.com/api/v10/gateway && echo",
        "curl -s --noproxy '*' --max-time 5 https://162.159.135.232/ || echo refused",
      ].join("\n");
      const run = await aRun(["--isolate", "on", "--", "sh", "-c", script]);
      expect({ code: await run.ended, errors: run.errors() }).toMatchObject({ code: 0 });
      expect(run.output().trim().split("\n")).toEqual([
        "1",
        '{"url":"wss://gateway.discord.gg/"}',
        "refused",
      ]);
      expect(
        spawnSync("grep", ["-c", "discord.com", "/etc/hosts"], { encoding: "utf8" }).stdout,
      ).toBe("0\n");
    },
  );
});

test("missing support for isolation is reported, and is an error with --isolate on", async () => {
  const nothing = { PATH: folder };
  const must = await startRun(["--isolate", "on", "--", process.execPath, "-e", ""], nothing);
  cleanups.push(must.stop);
  expect(await must.ended).toBe(2);
  expect(must.errors()).toMatch(
    /^antechamber: --isolate on: this machine cannot isolate programs: /,
  );
  const may = await startRun(["--", "/bin/true"], nothing);
  cleanups.push(may.stop);
  expect(await may.ended).toBe(0);
  expect(may.errors()).toMatch(
    /^antechamber: this machine cannot isolate programs: .*; the program is/,
  );
});
