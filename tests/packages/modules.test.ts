// The modules of the SDK that a game's bundle contains, and those of the kit that tests load. One
// more module in a list makes every game larger, or every test file of a user slower.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** The modules that remain in a bundle of everything that an entry point exports. */
async function modulesBehind(door: string, platform: "browser" | "node"): Promise<string[]> {
  const folder = join(root, "packages/sdk/src");
  const build = await rolldown({ input: join(folder, door), platform });
  const { output } = await build.generate({ codeSplitting: false });
  await build.close();
  const [{ modules }] = output;
  const included = Object.entries(modules).filter(([, module]) => module.renderedLength > 0);
  return included.map(([path]) => path.slice(folder.length + 1)).toSorted();
}

const game = [
  "additional-content.ts",
  "authorization-args.ts",
  "authorization-url.ts",
  "base64url.ts",
  "call-shape.ts",
  "channel-handle.ts",
  "client-result.ts",
  "client.ts",
  "code-challenge.ts",
  "device-screen.ts",
  "enums.ts",
  "environment.ts",
  "gateway.ts",
  "generated/calls.ts",
  "generated/headers.ts",
  "guild-calls.ts",
  "guild-handles.ts",
  "lobby-cache.ts",
  "lobby-calls.ts",
  "lobby-handles.ts",
  "message-calls.ts",
  "message-handle.ts",
  "moment.ts",
  "outcome.ts",
  "pkce.ts",
  "platform-functions.ts",
  "player-rest.ts",
  "request-body.ts",
  "rest-errors.ts",
  "rest.ts",
  "session.ts",
  "sha256.ts",
  "sign-in.ts",
  "tokens.ts",
  "user-handle.ts",
  "user-messages.ts",
  "value-object.ts",
  "waiting.ts",
  "webhook-signature.ts",
];

test.each(["browser", "node"] as const)(
  "a game's bundle for the %s contains exactly the expected modules",
  async (platform) => {
    const runtime = `runtime-${platform}.ts`;
    expect(await modulesBehind("index.ts", platform)).toEqual([...game, runtime].toSorted());
  },
);

test("a bundle of the control client contains few of a game's modules", async () => {
  expect(await modulesBehind("control.ts", "browser")).toEqual([
    // Converts calls to lines of SDK code; bundlers drop it where it is unused.
    "call-line.ts",
    "call-shape.ts",
    "control-client.ts",
    "environment.ts",
    "generated/calls.ts",
    "generated/control-calls.ts",
    "generated/headers.ts",
    "request-body.ts",
    "rest-errors.ts",
    "server-sent-events.ts",
  ]);
});

/** The modules of the kit, except those that only one entry point loads. */
const kit = [
  "actors/acts.ts",
  "actors/command-text.ts",
  "actors/controls.ts",
  "actors/files.ts",
  "actors/patterns.ts",
  "actors/permission-names.ts",
  "actors/place.ts",
  "actors/reply.ts",
  "actors/traces.ts",
  "actors/typed-commands.ts",
  "actors/unread.ts",
  "actors/user.ts",
  "builders.ts",
  "channels.ts",
  "cleanups.ts",
  "client/clock.ts",
  "client/control-client.ts",
  "client/durations.ts",
  "client/environment.ts",
  "client/errors.ts",
  "client/nearest.ts",
  "client/no-answer.ts",
  "client/oauth.ts",
  "client/unended.ts",
  "client/whole-list.ts",
  "decisions.ts",
  "entities.ts",
  "generated/control-forms.ts",
  "guild.ts",
  "journal.ts",
  "lobbies.ts",
  "login.ts",
  "matchers/all.ts",
  "matchers/differences.ts",
  "matchers/replies.ts",
  "matchers/verdict.ts",
  "matchers/world.ts",
  "player.ts",
  "prevented-calls.ts",
  "replaced-timers.ts",
  "serve.ts",
  "servers/server-of-run.ts",
  "servers/server.ts",
  "snapshots.ts",
  "test-account.ts",
  "test-identity.ts",
  "test-world.ts",
  "trace-files.ts",
  "turns.ts",
  "waits.ts",
  "webhooks.ts",
  "world.ts",
  "worlds/open-world.ts",
  "worlds/recipe.ts",
];

test.each([
  ["kit.ts", ["kit.ts", "servers/start.ts"]],
  ["runners/node.ts", ["runners/node.ts"]],
])(
  "a test file that imports the kit through %s loads exactly the expected modules",
  async (door, own) => {
    const folder = join(root, "packages/server/src/kit");
    const script = `
    import { registerHooks } from "node:module";
    const files = [];
    registerHooks({ load: (url, context, next) => { files.push(url); return next(url, context); } });
    await import(${JSON.stringify(join(folder, door))});
    console.log(JSON.stringify(files.filter((each) => each.startsWith("file:"))));
  `;
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script]);
    const files = (JSON.parse(stdout) as string[]).map((url) => url.slice("file://".length));
    const inKit = files.filter((path) => path.startsWith(folder));
    expect(inKit.map((path) => path.slice(folder.length + 1)).toSorted()).toEqual(
      [...kit, ...own].toSorted(),
    );
    // Only names of permissions, types and limits come from the contract.
    expect(files.length - inKit.length).toBe(5);
  },
);
