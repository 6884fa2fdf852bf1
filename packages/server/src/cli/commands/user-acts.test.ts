import { afterEach, expect, test } from "vitest";
import { anAnsweringApplication, type Sent } from "../../testing/network/answering-application.ts";
import { clientCommand, normalised, replyFaults } from "../../testing/clients/client-command.ts";
import { demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;
afterEach(() => service.stop());

const commands = [
  {
    name: "play",
    description: "Plays",
    options: [
      { type: 3, name: "song", description: "Which", autocomplete: true },
      { type: 4, name: "volume", description: "How loud" },
      { type: 6, name: "for", description: "For whom" },
    ],
  },
  { name: "menu", description: "Shows controls" },
  { name: "form", description: "Shows a form" },
  { name: "survey", description: "Shows a form of boxes" },
  { type: 2, name: "Greet" },
];

const controls = [
  { type: 1, components: [{ type: 2, style: 1, label: "Again", custom_id: "again" }] },
  {
    type: 1,
    components: [
      {
        type: 3,
        custom_id: "colour",
        placeholder: "Colour",
        options: [
          { label: "Red", value: "r" },
          { label: "Blue", value: "b" },
        ],
      },
    ],
  },
];

const form = {
  custom_id: "feedback",
  title: "Feedback",
  components: [{ type: 1, components: [{ type: 4, custom_id: "text", label: "What", style: 1 }] }],
};

const boxes = ["a", "b", "c"].map((value) => ({ label: value, value }));
const survey = {
  custom_id: "survey",
  title: "Survey",
  components: [
    { type: 18, label: "Which", component: { type: 22, custom_id: "which", options: boxes } },
    { type: 18, label: "Sure", component: { type: 23, custom_id: "sure" } },
  ],
};

/** An application that replies with what it was sent. */
function answer({ type, data }: Sent): unknown {
  if (type === 4) return { type: 8, data: { choices: [{ name: "Abba", value: "abba" }] } };
  if (data.name === "menu") return { type: 4, data: { content: "choose", components: controls } };
  if (data.name === "form") return { type: 9, data: form };
  if (data.name === "survey") return { type: 9, data: survey };
  const { name, custom_id: customId, values, options, components } = data;
  const content = JSON.stringify({ name, customId, values, options, components });
  return { type: 4, data: { content, flags: 64 } };
}

async function withCommands(): Promise<void> {
  service = await anAnsweringApplication(answer);
  const path = `/applications/${demo.applicationId}/guilds/${demo.guildId}/commands`;
  expect((await service.asBot(`PUT ${path}`, commands)).status).toBe(200);
}

const run = (...words: string[]) => clientCommand(service, words);
const place = ["--in", "#general"];

test("invoke uses a command as a user and prints the reply that the user sees", async () => {
  await withCommands();
  const typed = await run("invoke", "alice", "/play volume:11 for:@bob", ...place);
  expect(typed).toMatchObject({ code: 0, err: "" });
  expect(normalised(typed.out)).toMatchInlineSnapshot(`
    "  Concierge: {"name":"play","options":[{"name":"volume","type":4,"value":11},{"name":"for","type":6,"value":"100000000000000002"}]} (only you see it)
      replied · antechamber trace <id>
    "
  `);
  const json = await run("invoke", "alice", "/play volume:11", ...place, "--json");
  expect(replyFaults("control.invoke", json.out)).toEqual([]);
  expect(json.out.trimEnd()).not.toContain("\n");
});

test("invoke --on uses a menu command on a user", async () => {
  await withCommands();
  const { code, out } = await run("invoke", "alice", "Greet", "--on", "bob", ...place);
  expect({ code, said: out.includes("Greet") }).toEqual({ code: 0, said: true });
});

test("invoke --on finds a menu command by name among all applications", async () => {
  await withCommands();
  await service.control("POST /applications", { name: "Arena" });
  const on = ["--on", "bob", ...place];
  expect(await run("invoke", "alice", "Greet", ...on)).toMatchObject({ code: 0, err: "" });
  for (const [name, expected] of [
    ["Gret", "Greet"],
    ["/Greet", "Greet"],
    ["menu", "Greet"],
  ] as const) {
    expect(await run("invoke", "alice", name, ...on)).toMatchObject({
      code: 2,
      out: "",
      err: `antechamber: no application has the command ${name}; did you mean ${expected}?\n`,
    });
  }
  const typed = await run("invoke", "alice", "/gret", ...place, "--app", "Concierge");
  expect(typed.err).toContain("no application has the command /gret; did you mean Greet, /");
});

test.each([
  [["message", "alice", "hello", "--in", "@bbo"], '"@bbo"; did you mean bob'],
  [["message", "alice", "hello", "--in", "@Concirge"], '"@Concirge"; did you mean Concierge'],
  [["see", "alice", "--in", "@bbo"], '"@bbo"; did you mean bob'],
  [["see", "alcie", "--in", "@bob"], '"alcie"; did you mean alice'],
  [["invoke", "alice", "Greet", "--on", "bbo", ...place], '"bbo"; did you mean bob'],
  [["invoke", demo.aliceId, "Greet", "--on", "bbo", ...place], '"bbo"; did you mean bob'],
  [["faults", "add", "slow", "--user", "bbo"], '"bbo"; did you mean bob'],
])("%j reports the unknown user", async (words, says) => {
  await withCommands();
  const { code, err } = await run(...words);
  expect({ code, lines: err.trimEnd().split("\n").length }).toEqual({ code: 4, lines: 1 });
  expect(err).toContain(`no user is called ${says}`);
});

test("invoke prefers a guild's command to a global one of the same name", async () => {
  await withCommands();
  const options = [{ type: 3, name: "record", description: "Which" }];
  const old = { name: "play", description: "Plays", options };
  await service.asBot(`POST /applications/${demo.applicationId}/commands`, old);
  expect(await run("invoke", "alice", "/play song:abba", ...place)).toMatchObject({ code: 0 });
  const slip = await run("invoke", "alice", "/play sogn:abba", ...place);
  expect(slip.err).toMatch(/has no option "sogn"; did you mean song/);
});

test("autocomplete prints the suggestions", async () => {
  await withCommands();
  const { out } = await run("autocomplete", "bob", "/play song:ab", ...place);
  expect(normalised(out)).toMatchInlineSnapshot(`
    "  Abba  (abba)
      autocomplete · antechamber trace <id>
    "
  `);
  const json = await run("autocomplete", "bob", "/play song:ab", ...place, "--json");
  expect(replyFaults("control.autocomplete", json.out)).toEqual([]);
});

test("click and select find controls by label, and see shows the result", async () => {
  await withCommands();
  const invoked = await run("invoke", "alice", "/menu", ...place);
  expect(normalised(invoked.out)).toMatchInlineSnapshot(`
    "  Concierge: choose
      [Again] again
      [Colour] colour
      replied · antechamber trace <id>
    "
  `);
  const clicked = await run("click", "alice", "Again", ...place);
  expect(clicked.out).toContain('"customId":"again"');
  const chosen = await run("select", "alice", "Colour", "Blue", ...place, "--json");
  expect(chosen.out).toContain(String.raw`\"values\":[\"b\"]`);
  expect(replyFaults("control.select", chosen.out)).toEqual([]);
  const view = await run("see", "alice", ...place);
  expect(view.out).toContain("choose");
  expect((await run("see", "bob", ...place)).out).not.toContain("customId");
  expect((await run("click", "alice", "Agian", ...place)).err).toBe(
    'antechamber: there is no button "Agian"; did you mean Again?\n',
  );
});

test("click finds a control on a message beyond the first page", async () => {
  await withCommands();
  await run("invoke", "alice", "/menu", ...place);
  for (let i = 0; i <= 100; i += 1) {
    await service.control("POST /users/bob/message", { channel: "general", content: String(i) });
  }
  expect((await run("click", "alice", "Again", ...place)).out).toContain('"customId":"again"');
});

test("submit fills in a form by the IDs of its fields", async () => {
  await withCommands();
  const invoked = await run("invoke", "alice", "/form", ...place);
  expect(normalised(invoked.out)).toMatchInlineSnapshot(`
    "  form "Feedback"
        text: What
      modal · antechamber trace <id>
    "
  `);
  const interaction = /trace (\d+)/.exec(invoked.out)?.[1] ?? "";
  const sent = await run("submit", "alice", interaction, "text=well = done");
  expect(sent).toMatchObject({ code: 0, err: "" });
  expect(sent.out).toContain("well = done");
  expect(await run("submit", "alice", interaction, "well")).toMatchObject({ code: 2 });
});

test("submit ticks a box with true, and several boxes by repeating their field", async () => {
  await withCommands();
  const invoked = await run("invoke", "alice", "/survey", ...place);
  const interaction = /trace (\d+)/.exec(invoked.out)?.[1] ?? "";
  const sent = await run("submit", "alice", interaction, "which=a", "sure=true", "which=c");
  expect(sent).toMatchObject({ code: 0, err: "" });
  expect(sent.out).toMatch(/"custom_id":"which"[^}]*"values":\["a","c"\]/);
  expect(sent.out).toMatch(/"custom_id":"sure"[^}]*"value":true/);
});

test("message sends a message, and see shows it with its author", async () => {
  await withCommands();
  expect((await run("message", "bob", "good morning", ...place)).out).toBe("  bob: good morning\n");
  const view = await run("see", "alice", ...place, "--json");
  expect(replyFaults("control.view", view.out)).toEqual([]);
});

test("invoke exits with 1 if the application fails, and with 124 after a timeout", async () => {
  service = await anAnsweringApplication(() => ({ type: 99 }), { frozen: true });
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, [
    { name: "ping", description: "Pings" },
  ]);
  const failed = await run("invoke", "alice", "/ping", ...place);
  expect(failed.code).toBe(1);
  expect(normalised(failed.out)).toMatchInlineSnapshot(`
    "  ✕ it failed: The answer was refused: Invalid Form Body.
        type: Value must be one of {1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}.
        protocol: gateway-oauth-limits 1.6
      failed · antechamber trace <id>
    "
  `);
  await service.control(`PATCH /applications/${demo.applicationId}`, {
    interactions_endpoint_url: null,
  });
  expect(await run("invoke", "alice", "/ping", ...place, "--wait", "10ms")).toMatchObject({
    code: 124,
  });
});

test.each([
  [["invoke", "alcie", "/play", ...place], 4, /no user is called "alcie"; did you mean alice/],
  [["see", "alice", "--in", "#generl"], 4, /no channel is called "generl"; did you mean general/],
  [
    ["invoke", "alice", "/paly", ...place],
    2,
    /no application has the command \/paly; did you mean \/play/,
  ],
  [["invoke", "alice", "/play sogn:x", ...place], 2, /has no option "sogn"; did you mean song/],
  [["invoke", "alice", "/play", ...place, "--app", "Concirge"], 2, /did you mean Concierge\?/],
  [["invoke", "alice", "/play", ...place, "--wait", "soon"], 2, /"soon" is not a duration/],
  [["invoke", "alice", "/play"], 2, /required option '--in <channel>' not specified/],
  [["see", "alice", ...place, "--control-key", "wrong"], 4, /401.*\n.*--control-key/],
] as const)("%j exits with %i and an explanation", async (words, code, message) => {
  await withCommands();
  const failed = await run(...words);
  expect(failed).toMatchObject({ code, out: "" });
  expect(failed.err).toMatch(message);
});
