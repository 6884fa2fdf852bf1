// Bots written for the platform, with all their URLs unchanged, run by `antechamber run`. Nothing
// in their code is specific to this service.
import { readdirSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { programOf, startRun, type Run } from "./unchanged/start-run.ts";

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function aRun(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const run = await startRun(args, env);
  cleanups.push(run.stop);
  return run;
}

/** The Python for the tests; if it lacks what they need, they fail. */
const python = process.env["TEST_PYTHON"] ?? "/usr/bin/python3";

/** Alice uses the command, and sees the bot's response. */
async function ping(run: Run): Promise<unknown> {
  const response = await fetch(`${await run.url()}/control/v1/users/alice/invoke`, {
    method: "POST",
    headers: { authorization: "Control antechamber", "content-type": "application/json" },
    body: JSON.stringify({
      application: "Concierge",
      channel: "general",
      command: "ping",
      wait: 15_000,
    }),
  });
  return await response.json();
}

describe("an unchanged bot identifies, registers its command, replies and exits", () => {
  test.each(["discord-js", "oceanic", "eris", "seyfert", "discordeno", "slash-create"])(
    "on %s",
    { timeout: 60_000 },
    async (library) => {
      const run = await aRun(["--", process.execPath, programOf(`${library}.mjs`)]);
      await run.says("ready");
      expect(await ping(run)).toMatchObject({
        outcome: "replied",
        messages: [{ content: "pong" }],
      });
      run.signal("SIGINT");
      expect(await run.ended).toBe(130);
    },
  );

  test("on discord.py", { timeout: 60_000 }, async () => {
    const run = await aRun(["--", python, programOf("discord-py.py")]);
    await run.says("ready");
    expect(await ping(run)).toMatchObject({ outcome: "replied", messages: [{ content: "pong" }] });
    run.signal("SIGINT");
    // It ends by itself when it is interrupted.
    expect(await run.ended).toBe(0);
  });
});

const nodeWays = [
  "fetch",
  "https",
  "worker",
  "child",
  "bare child",
  "waited for",
  "bare, waited for",
  "bare curl",
  "address",
];

test.each([
  ["Node", process.execPath, "calls.mjs", nodeWays],
  ["Python", python, "calls.py", ["urllib", "bare child"]],
])(
  "calls from threads and child processes, and to resolved addresses, are redirected in %s",
  async (_, program, file, ways) => {
    const run = await aRun(["--", program, programOf(file)]);
    expect({ code: await run.ended, errors: run.errors() }).toMatchObject({ code: 0 });
    expect(run.output().trim().split("\n")).toEqual(ways.map((way) => `${way} 200`));
  },
);

test.each(["oidc", "oauth2"])(
  "a program that uses the platform's discovery by %s signs users in",
  { timeout: 60_000 },
  async (algorithm) => {
    const run = await aRun(["--", process.execPath, programOf("sign-in.mjs"), algorithm]);
    expect({ code: await run.ended, errors: run.errors() }).toMatchObject({ code: 0 });
    expect(run.output()).toBe("https://discord.com alice\n");
  },
);

describe("a call that would reach the platform", () => {
  test.each([
    ["Node", process.execPath, "leak.mjs:5", "https://162.159.135.232/"],
    ["Node's https", process.execPath, "leak-https.mjs:4", "https://162.159.135.232/"],
    [
      "Node's fetch of an address",
      process.execPath,
      "leak-address.mjs:2",
      "https://162.159.135.232/",
    ],
    ["Node's fetch", process.execPath, "leak-fetch.mjs:3", "discord.com:8443"],
    ["Python", python, "leak.py:5", "https://162.159.135.232/"],
  ])(
    "is blocked in %s, reported with its line, and ends the run",
    async (_, program, place, url) => {
      const [file = ""] = place.split(":");
      const run = await aRun(["--", program, programOf(file)]);
      expect(await run.ended).toBe(6);
      const start = `antechamber: prevented: ${url}  by `;
      const line = run
        .errors()
        .split("\n")
        .find((each) => each.startsWith(start));
      expect(line ?? run.errors()).toMatch(new RegExp(`${place}$`));
    },
  );

  test("is blocked by the proxy in other programs, and ends the run", async () => {
    const script = "curl -s --max-time 20 https://162.159.135.232/; sleep 60";
    const run = await aRun(["--", "sh", "-c", script]);
    expect(await run.ended).toBe(6);
    expect(run.errors()).toContain("antechamber: prevented: 162.159.135.232:443");
  });

  test("is only reported with --leak warn", async () => {
    const run = await aRun(["--leak", "warn", "--", process.execPath, programOf("leak.mjs")]);
    await run.says("prevented: https://162.159.135.232/");
    run.signal("SIGTERM");
    expect(await run.ended).toBe(143);
    expect(run.errors()).toContain("prevented: https://162.159.135.232/");
  });
});

describe("a program of another kind", () => {
  test("reaches the service through the proxy, and trusts it", async () => {
    const run = await aRun(["--", "curl", "-sS", "https://discord.com/api/v10/gateway"]);
    expect({ code: await run.ended, errors: run.errors() }).toMatchObject({ code: 0 });
    expect(run.output()).toBe('{"url":"wss://gateway.discord.gg/"}');
  });

  test("does not receive a real token", async () => {
    const head = Buffer.from("123456789012345678").toString("base64url");
    const real = [head, "GAbCdE", "abcdefghijklmnopqrstuvwxyz01"].join(".");
    const command = ["--", "sh", "-c", 'echo "$MINE"; echo "$BOT_TOKEN"'];
    const masked = await aRun(command, { MINE: real });
    await masked.ended;
    expect(masked.output()).not.toContain(real);
    expect(masked.output().trim().split("\n")).toEqual(
      Array(2).fill("MjAwMDAwMDAwMDAwMDAwMDAx.demo.concierge"),
    );
    expect(masked.errors()).toContain("MINE looks like a real token");
    const secondRun = await aRun(["--keep-token", ...command], { MINE: real });
    await secondRun.ended;
    expect(secondRun.output()).toBe(`${real}\n\n`);
  });
});

test("a token of a program that no bot has is explained once", async () => {
  const call = `curl -s -o /dev/null -w '%{http_code} ' -H 'Authorization: Bot mine' https://discord.com/api/v10/users/@me`;
  const run = await aRun(["--", "sh", "-c", `${call}; ${call}`]);
  expect(await run.ended).toBe(0);
  expect(run.output()).toBe("401 401 ");
  const explained = run
    .errors()
    .split("\n")
    .filter((line) => line.includes("does not have"));
  expect(explained).toEqual([expect.stringContaining("MjAwMDAwMDAwMDAwMDAwMDAx.demo.concierge")]);
});

describe("a run", () => {
  test("exits with the code of its program, and leaves no processes or files", async () => {
    const script = 'echo "$$"; sleep 60 & echo "$!"; echo "$TMPDIR"; exit 7';
    const run = await aRun(["--", "sh", "-c", script]);
    expect(await run.ended).toBe(7);
    const [shell = "", sleeper = "", folder = ""] = run.output().trim().split("\n");
    for (const pid of [shell, sleeper]) {
      await expect.poll(() => isRunning(Number(pid))).toBe(false);
    }
    expect(readdirSync(folder).filter((name) => name.startsWith("antechamber-run"))).toEqual([]);
  });

  test("keeps the service running until its program has ended", async () => {
    const last = `
      process.on("SIGINT", async () => {
        const { status } = await fetch("https://discord.com/api/v10/gateway");
        console.log("last call", status);
        process.exit(5);
      });
      setInterval(() => undefined, 1000);
      console.log("ready");`;
    const run = await aRun(["--", process.execPath, "-e", last]);
    await run.says("ready");
    run.signal("SIGINT");
    expect({ code: await run.ended, errors: run.errors() }).toMatchObject({ code: 5 });
    expect(run.output()).toContain("last call 200");
  });

  test("reports a program that does not exist", async () => {
    const run = await aRun(["--", "no-such-program-here"]);
    expect(await run.ended).toBe(127);
    expect(run.errors()).toContain(
      "antechamber: cannot start no-such-program-here: no such program\n",
    );
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
