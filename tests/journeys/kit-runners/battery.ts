// Every matcher of the kit, applied to values that match and values that do not, in any runner. A
// runner's adapter provides the expectations; the failure messages are the same in all runners.
import { createPublicKey, verify } from "node:crypto";
import { defaultWorld, type World, type WorldFileDraft } from "antechamber/testing";

type Expectation = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** `expectThat(received, false)` is the runner's `.not`. */
export type ExpectThat = (received: unknown, isSo: boolean) => Expectation;

const text = { type: 3, name: "text", description: "What", required: false, autocomplete: true };
const commands = [
  { name: "ping", description: "Answers" },
  { name: "form", description: "Shows a form" },
  { name: "play", description: "Begins an activity" },
  { name: "wrong", description: "Answers what is no answer" },
  { name: "search", description: "Suggests", options: [text] },
  { name: "ban", description: "For those who may", default_member_permissions: "4" },
];

const [concierge, ...others] = defaultWorld.applications ?? [];

/** The world of the battery, passed to `use`. */
export const batteryWorld: WorldFileDraft = {
  ...defaultWorld,
  applications: [{ ...concierge, flags: ["EMBEDDED"], commands }, ...others],
};

interface InteractionBody {
  readonly type: number;
  readonly data: { readonly name: string };
}

const SPKI = "302a300506032b6570032100";

function isSigned(request: Request, body: string, publicKey: string): boolean {
  const key = createPublicKey({
    key: Buffer.from(SPKI + publicKey, "hex"),
    format: "der",
    type: "spki",
  });
  const [signature, timestamp] = ["signature-ed25519", "signature-timestamp"].map(
    (name) => request.headers.get(`x-${name}`) ?? "",
  );
  const signed = Buffer.from(timestamp + body);
  return verify(null, signed, key, Buffer.from(signature ?? "", "hex"));
}

const form = {
  custom_id: "form",
  title: "Your ticket",
  components: [
    { type: 1, components: [{ type: 4, custom_id: "subject", label: "Subject", style: 1 }] },
  ],
};

const answers: Readonly<Record<string, object>> = {
  ping: { type: 4, data: { content: "pong" } },
  form: { type: 9, data: form },
  play: { type: 12 },
  wrong: { type: 99 },
  search: { type: 8, data: { choices: [{ name: "found", value: "found" }] } },
};

async function answer(
  request: Request,
  env: { readonly DISCORD_PUBLIC_KEY: string },
): Promise<Response> {
  const body = await request.text();
  if (!isSigned(request, body, env.DISCORD_PUBLIC_KEY)) return new Response(null, { status: 401 });
  if (new URL(request.url).pathname === "/events") return new Response(null, { status: 204 });
  const { type, data } = JSON.parse(body) as InteractionBody;
  return Response.json(type === 1 ? { type: 1 } : answers[data.name]);
}

interface Case {
  readonly matcher: string;
  readonly received: unknown;
  readonly fits: readonly unknown[];
  /** Values that do not match; absent: the matching ones are negated by `.not`. */
  readonly fails?: readonly unknown[];
}

async function repliesOf(world: World): Promise<readonly Case[]> {
  const served = await world.serve("Concierge", answer);
  const alice = world.user("alice").in("#general");
  const ping = await alice.run("/ping");
  const hold = served.holdNext();
  const late = alice.run("/ping");
  await world.clock.advance("3s");
  const timedOut = await late;
  hold.release();
  const webhook = { url: `${served.url}events`, types: ["APPLICATION_DEAUTHORIZED"] };
  const { id } = world.application("Concierge");
  await world.control.call(`PATCH /applications/${id}`, { body: { event_webhooks: webhook } });
  await world.add("tokens", { user: "bob", application: id, scopes: ["identify"] });
  await world.user("bob").deauthorize("Concierge");
  return [
    { matcher: "toHaveReplied", received: ping, fits: ["pong"], fails: [/ping/, { tts: true }] },
    { matcher: "toBeDenied", received: await alice.run("/ban"), fits: [{ needs: "BAN_MEMBERS" }] },
    {
      matcher: "toHaveModal",
      received: await alice.run("/form"),
      fits: [{ title: "Your ticket", fields: ["Subject"] }],
      fails: [{ title: "Ticket" }],
    },
    {
      matcher: "toHaveChoices",
      received: await alice.autocomplete("/search text:fo"),
      fits: [["found"]],
      fails: [["lost"]],
    },
    { matcher: "toHaveLaunched", received: await alice.run("/play"), fits: [] },
    { matcher: "toHaveFailed", received: await alice.run("/wrong"), fits: [] },
    { matcher: "toHaveTimedOut", received: timedOut, fits: [] },
    { matcher: "toContainMessage", received: await alice.sees(), fits: ["pong"], fails: ["ping"] },
    { matcher: "toSee", received: alice, fits: ["pong"], fails: ["ping"] },
    {
      matcher: "toHaveDelivered",
      received: world.webhooks("Concierge"),
      fits: ["APPLICATION_DEAUTHORIZED", { attempts: 1 }],
    },
  ];
}

async function othersOf(world: World): Promise<readonly Case[]> {
  const { botToken } = world.application("Arena");
  const call = (method: string, path: string, body?: object) =>
    fetch(`${world.api}/v10${path}`, {
      method,
      headers: { authorization: `Bot ${botToken}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const members = [{ id: world.user("alice").id }, { id: world.user("bob").id }];
  const opened = await call("POST", "/lobbies", { members });
  const { id } = (await opened.json()) as { readonly id: string };
  const session = await world.player("alice").connect(world.application("Arena"));
  await world.player("bob").lobby(id).send("gg");
  const lobby = await world.lobby(id);
  await world.control.call(`DELETE /lobbies/${id}`);
  await world.limits.use("production");
  for (let calls = 0; calls < 50; calls += 1) await call("GET", "/users/@me");
  return [
    { matcher: "toHear", received: session, fits: ["LOBBY_MESSAGE_CREATE", { content: "gg" }] },
    { matcher: "toBeGone", received: await world.lobby(id), fits: [] },
    {
      matcher: "toBeLimited",
      received: await call("GET", "/users/@me"),
      fits: [{ retryAfter: 1 }],
    },
    { matcher: "toBeAllowed", received: await world.decision("mod", "/ban", "#games"), fits: [] },
    // A lobby that still exists is not gone.
    ...(lobby.lobby === undefined ? [{ matcher: "toBeGone", received: lobby, fits: [] }] : []),
  ];
}

/** Runs every matcher. @returns the failure message of each, by its name */
export async function battery(
  world: World,
  expectThat: ExpectThat,
): Promise<Readonly<Record<string, string>>> {
  const failures: Record<string, string> = {};
  const cases = [...(await repliesOf(world)), ...(await othersOf(world))];
  for (const { matcher, received, fits, fails } of cases) {
    await expectThat(received, true)[matcher]?.(...fits);
    if (fails !== undefined) await expectThat(received, false)[matcher]?.(...fails);
    failures[matcher] = await failureOf(async () => {
      await expectThat(received, fails !== undefined)[matcher]?.(...(fails ?? fits));
    });
  }
  return failures;
}

/** The failure message without what differs from run to run. */
async function failureOf(run: () => Promise<void>): Promise<string> {
  try {
    await run();
  } catch (error) {
    return (error as Error).message
      .replaceAll(/\d{17,20}/g, "<id>")
      .replaceAll(/\+\d+ ms +/g, "+<n> ms ")
      .replaceAll(/in [\d.]+ ms/g, "in <n> ms")
      .replaceAll(/:\d{4,5}\b/g, ":<port>")
      .replaceAll(/world=[\w-]+/g, "world=<name>")
      .replaceAll(/^rerun: .*$/gm, "rerun: <line>");
  }
  throw new Error("nothing failed");
}
