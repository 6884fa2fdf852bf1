// The messages of failed expectations: the actual values, and the differences.
import { verifyKey } from "discord-interactions";
import { describe } from "vitest";
import { defaultWorld } from "../worlds/recipe.ts";
import type { WorkerEnvironment } from "../serve.ts";
import { expect, test } from "../runners/vitest.ts";
import { matchers } from "./all.ts";

const button = { type: 2, style: 1, label: "Go", custom_id: "go" };
const answers: Readonly<Record<string, object>> = {
  wrong: { type: 4, data: { embeds: [{ title: "x".repeat(257) }] } },
  card: {
    type: 4,
    data: {
      content: "",
      embeds: [{ title: "First" }, { title: "Lost key", color: 7 }],
      components: [{ type: 1, components: [button] }],
    },
  },
  layout: {
    type: 4,
    data: {
      flags: 32768,
      components: [
        {
          type: 17,
          components: [
            { type: 10, content: "# Score" },
            { type: 9, components: [{ type: 10, content: "row" }], accessory: button },
          ],
        },
      ],
    },
  },
  poll: {
    type: 4,
    data: {
      poll: { question: { text: "Tea?" }, answers: [{ poll_media: { text: "Yes" } }] },
      attachments: [{ id: 0, filename: "tea.txt" }],
    },
  },
  form: {
    type: 9,
    data: {
      custom_id: "form",
      title: "Review",
      components: ["Title", "Details"].map((label) => ({
        type: 18,
        label,
        component: { type: 4, style: 1, custom_id: label },
      })),
    },
  },
};
const commands = [
  ...[...Object.keys(answers), "busy"].map((name) => ({ name, description: "One" })),
  { name: "ban", description: "Bans", default_member_permissions: "4" },
];
const [concierge, ...others] = defaultWorld.applications ?? [];

test.use({
  world: { ...defaultWorld, applications: [{ ...concierge, commands }, ...others] },
  strict: false,
});

async function worker(request: Request, env: WorkerEnvironment): Promise<Response> {
  const { headers } = request;
  const body = await request.text();
  const signature = headers.get("x-signature-ed25519") ?? "";
  const timestamp = headers.get("x-signature-timestamp") ?? "";
  const isGood = await verifyKey(body, signature, timestamp, env.DISCORD_PUBLIC_KEY);
  if (!isGood) return new Response("", { status: 401 });
  const { type, data, id, token } = JSON.parse(body) as {
    readonly type: number;
    readonly data: { readonly name: string };
    readonly id: string;
    readonly token: string;
  };
  if (type === 1) return Response.json({ type: 1 });
  if (data.name === "poll") {
    const form = new FormData();
    form.append("payload_json", JSON.stringify(answers["poll"]));
    form.append("files[0]", new Blob(["tea"]), "tea.txt");
    return new Response(form);
  }
  if (data.name !== "busy") return Response.json(answers[data.name]);
  const send = (way: string, method: string, form: object) =>
    fetch(`${env.DISCORD_API}/v10/${way}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(form),
    });
  await send(`interactions/${id}/${token}/callback`, "POST", { type: 5 });
  const original = `webhooks/${env.DISCORD_APPLICATION_ID}/${token}/messages/@original`;
  // Every attempt except the last is refused.
  for (let editsLeft = 25; editsLeft >= 0; editsLeft -= 1) {
    await send(original, "PATCH", { content: "x".repeat(editsLeft === 0 ? 1 : 2001) });
  }
  return new Response(null, { status: 202 });
}

function failureText({
  pass,
  message,
}: {
  readonly pass: boolean;
  readonly message: () => string;
}) {
  expect(pass).toBe(false);
  return message();
}

test("a failure names the differing fields of the nearest message", async ({ world }) => {
  await world.serve("Concierge", worker);
  const alice = world.user("alice").in("#general");
  const reply = await alice.run("/card");
  expect(reply.trace.transcript).toContain("was sent to the endpoint of Concierge: 200 in");
  const colour = { embeds: [{ title: "Lost key", color: 1 }] };
  const differs = "the nearest differs: embeds[1].color is 7, not 1";
  expect(failureText(matchers.toHaveReplied(reply, undefined, colour))).toContain(differs);
  expect(failureText(matchers.toContainMessage(await alice.sees(), colour))).toContain(differs);
  const wished = { ephemeral: true, components: [{ components: [{ label: /^Stop/ }] }] };
  const text = failureText(matchers.toHaveReplied(reply, "gone", wished));
  for (const line of [
    'content is "", not "gone"',
    "ephemeral is false, not true",
    'components[0].components[0].label is "Go", not /^Stop/',
  ]) {
    expect(text).toContain(`the nearest differs: ${line}`);
  }
});

test("a missing event is compared with the nearest event of the same name", async ({ world }) => {
  const { botToken } = world.application("Arena");
  const members = ["alice", "bob"].map((name) => ({ id: world.user(name).id }));
  const made = await fetch(`${world.api}/v10/lobbies`, {
    method: "POST",
    headers: { authorization: `Bot ${botToken}`, "content-type": "application/json" },
    body: JSON.stringify({ members }),
  });
  const alice = await world.player("alice").connect(world.application("Arena"));
  await world
    .player("bob")
    .lobby((await made.json()) as { id: string })
    .send("gg");
  const text = failureText(await matchers.toHear(alice, "LOBBY_MESSAGE_CREATE", { content: "GG" }));
  expect(text).toContain('the nearest differs: content is "gg", not "GG"');
});

test("toHear fails at once for a closed session, and reports how it was closed", async ({
  world,
}) => {
  const alice = await world.player("alice").connect("Arena");
  const fault = { match: { user: "alice" }, gateway: { close_code: 4000 } };
  await world.faults.add(fault);
  const text = failureText(await matchers.toHear(alice, "LOBBY_CREATE"));
  expect(text).toMatch(/\n {2}and the connection was closed: 4000/);
});

test("an event without a subscription is reported with what is missing", async ({ world }) => {
  const authorized = async () =>
    failureText(await matchers.toHaveDelivered(world.webhooks("Arena"), "APPLICATION_AUTHORIZED"));
  expect(await authorized()).toContain("Arena has no event_webhooks: { url, types }");
});

test("forms and components are shown by their visible text", async ({ world }) => {
  await world.serve("Concierge", worker);
  const alice = world.user("alice").in("#general");
  const form = await alice.run("/form");
  expect(failureText(matchers.toHaveModal(form, { fields: ["Title"] }))).toContain(
    "= modal: Review [Title] [Details]",
  );
  expect(failureText(matchers.toHaveReplied(await alice.run("/layout"), "x"))).toContain(
    "= Concierge: # Score row [Go]",
  );
});

test("interactions over HTTP are deliveries of their types", async ({ world }) => {
  await world.serve("Concierge", worker);
  await world.user("alice").in("#general").run("/poll");
  const verdict = await matchers.toHaveDelivered(
    world.webhooks("Concierge"),
    "APPLICATION_COMMAND",
  );
  expect(verdict.pass).toBe(true);
});

test("polls and files are shown by their names", async ({ world }) => {
  await world.serve("Concierge", worker);
  const reply = await world.user("alice").in("#general").run("/poll");
  expect(failureText(matchers.toHaveReplied(reply, "x"))).toContain(
    "= Concierge: [poll Tea?] [file tea.txt]",
  );
});

test("a denied command is shown with the user and the missing permissions", async ({ world }) => {
  const reply = await world.user("bob").in("#general").run("/ban");
  expect(failureText(matchers.toHaveReplied(reply, "x"))).toContain(
    "asks for (user bob; the command needs BAN_MEMBERS; ",
  );
});

test("the outcome is shown last, however many calls there were", async ({ world }) => {
  await world.serve("Concierge", worker);
  const text = failureText(
    matchers.toHaveReplied(await world.user("alice").in("#general").run("/busy"), "y"),
  );
  expect(text).toMatch(/…\n +=/);
  expect(text.split("\n").length).toBeLessThanOrEqual(40);
});

test("a refused answer is shown with the path of each error", async ({ world }) => {
  await world.serve("Concierge", worker);
  const text = failureText(
    matchers.toHaveReplied(await world.user("alice").in("#general").run("/wrong"), "x"),
  );
  expect(text).toMatch(/✕ it failed: The answer was refused[^]*\n +data\.embeds\[0\]\.title: \S/);
});

test("a denial names the rule that was not met", async ({ world }) => {
  await world.command("Concierge", "/card").deny({ user: "bob" });
  const decision = await world.decision("bob", "/card", "#general");
  expect(failureText(matchers.toBeAllowed(decision))).toMatch(
    /USER_DENIED at step \d+: not met: the .+/,
  );
  const reply = await world.user("bob").in("#general").run("/card");
  expect(failureText(matchers.toHaveReplied(reply))).toContain("(user bob; ");
});

describe("an application whose endpoint fails the check", () => {
  test.for([
    [200, "it answered a wrong signature with 200 instead of 401, so anybody could"],
    [404, "it answers POST / with 404: pass where it takes interactions"],
    [401, "it did not answer a PING with a valid signature"],
  ] as const)("is named with the reason %j", async ([status, reason], { world }) => {
    await world.serve("Concierge", () => Response.json({ type: 1 }, { status }));
    const reply = await world.user("alice").in("#general").run("/card");
    const text = failureText(matchers.toHaveReplied(reply, "x"));
    expect(text).toContain(`Concierge receives no interactions over HTTP: ${reason}`);
    await world.serve("Concierge", worker);
    expect(await world.user("alice").in("#general").run("/card")).toHaveReplied("");
    expect(world.failureNotes.join()).not.toContain("receives no interactions");
  });
});

test.for([
  [new Headers({ "Retry-After": "3" })],
  [{ "Retry-After": "3" }],
  [{ "retry-after": 3 }],
] as const)("toBeLimited reads the wait from the headers in any form: %j", ([headers]) => {
  const limited = { status: 429, headers };
  expect(limited).toBeLimited({ retryAfter: 3 });
  expect(failureText(matchers.toBeLimited(limited, { retryAfter: 7 }))).toBe(
    "expected 429 with a retry after 7 s, and got 429 with a retry after 3 s",
  );
  expect(failureText(matchers.toBeLimited({ status: 200 }))).toBe("expected 429, and got 200");
});
