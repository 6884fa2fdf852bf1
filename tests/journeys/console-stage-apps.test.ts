// Applications on the console's Stage: menus, components, modals, activities, and failures.
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ButtonStyle,
  Client,
  ComponentType,
  Events,
  MessageFlags,
  type APIMessageTopLevelComponent,
  type Interaction,
} from "discord.js";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { barriers, BUILD_MS, openConsole, type OpenConsole } from "./console-page.ts";
import { chooses, expectSeen, openStage, says, typed } from "./stage-panes.ts";
import { loggedIn } from "./logged-in.ts";

const commands = [
  { type: ApplicationCommandType.User, name: "Greet" },
  { type: ApplicationCommandType.Message, name: "Quote" },
  { name: "silent", description: "Never answers" },
  { name: "form", description: "Asks for everything" },
  { name: "menus", description: "Shows every menu" },
  { name: "slow", description: "Promises an answer" },
  {
    name: "read",
    description: "Reads a file to somebody",
    options: [
      {
        type: ApplicationCommandOptionType.Attachment,
        name: "file",
        description: "f",
        required: true,
      },
      { type: ApplicationCommandOptionType.User, name: "to", description: "t" },
    ],
  },
  {
    name: "pick",
    description: "Picks by two",
    options: [
      { type: ApplicationCommandOptionType.String, name: "kind", description: "k", required: true },
      {
        type: ApplicationCommandOptionType.String,
        name: "thing",
        description: "t",
        autocomplete: true,
      },
    ],
  },
];

const label = (text: string, component: object) => ({
  type: ComponentType.Label,
  label: text,
  component,
});
const options = ["red", "green", "blue"].map((value) => ({ label: value, value }));

/** A modal with five kinds of field. */
const form = {
  customId: "everything",
  title: "Everything",
  components: [
    label("Name", { type: ComponentType.TextInput, customId: "name", style: 1 }),
    label("Colours", {
      type: ComponentType.StringSelect,
      customId: "colours",
      options,
      minValues: 1,
      maxValues: 2,
    }),
    label("Friend", { type: ComponentType.UserSelect, customId: "friend" }),
    label("Proof", { type: ComponentType.FileUpload, customId: "proof" }),
    label("Place", { type: ComponentType.ChannelSelect, customId: "place", required: false }),
  ],
};

const menus: readonly object[] = [
  { type: ComponentType.TextDisplay, content: "choose **well** ||from\n# these\n- menus||" },
  {
    type: ComponentType.Container,
    accentColor: 0x33_40_a8,
    components: [
      {
        type: ComponentType.Section,
        components: [{ type: ComponentType.TextDisplay, content: "in a section" }],
        accessory: {
          type: ComponentType.Button,
          style: ButtonStyle.Danger,
          customId: "drop",
          label: "Drop",
        },
      },
      { type: ComponentType.Separator, divider: true, spacing: 2 },
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.StringSelect,
            customId: "several",
            placeholder: "Several",
            options,
            minValues: 1,
            maxValues: 2,
          },
        ],
      },
      {
        type: ComponentType.ActionRow,
        components: [{ type: ComponentType.RoleSelect, customId: "role", placeholder: "A role" }],
      },
      {
        type: ComponentType.ActionRow,
        components: [
          { type: ComponentType.MentionableSelect, customId: "who", placeholder: "Anybody" },
        ],
      },
    ],
  },
  {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.Button,
        style: ButtonStyle.Link,
        url: "https://docs.example/",
        label: "Docs",
      },
      {
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        customId: "off",
        label: "Off",
        disabled: true,
      },
    ],
  },
];

async function answer(interaction: Interaction): Promise<void> {
  if (interaction.isAutocomplete()) {
    const kind = interaction.options.getString("kind");
    const value = `${kind} ${interaction.options.getFocused()}`;
    await interaction.respond([{ name: `The ${value}`, value }]);
  } else if (interaction.isUserContextMenuCommand()) {
    await interaction.reply(`hello ${interaction.targetUser.username}`);
  } else if (interaction.isMessageContextMenuCommand()) {
    await interaction.reply(`> ${interaction.targetMessage.content}`);
  } else if (interaction.isModalSubmit()) {
    const { fields } = interaction;
    const files = fields.getUploadedFiles("proof", true);
    const values = [
      fields.getTextInputValue("name"),
      fields.getStringSelectValues("colours").join("+"),
      fields.getSelectedUsers("friend", true).first()?.username,
      files.first()?.name,
    ];
    await interaction.reply(`filled in: ${values.join(", ")}`);
  } else if (interaction.isAnySelectMenu()) {
    await interaction.reply(`${interaction.customId}: ${interaction.values.join("+")}`);
  } else if (interaction.isButton()) {
    await interaction.reply(`pressed ${interaction.customId}`);
  } else if (interaction.isChatInputCommand()) await run(interaction);
}

async function run(
  interaction: Extract<Interaction, { options: { getAttachment: unknown }; reply: unknown }>,
): Promise<void> {
  switch (interaction.commandName) {
    case "form":
      await interaction.showModal(form as Parameters<typeof interaction.showModal>[0]);
      return undefined;
    case "menus":
      await interaction.reply({
        flags: MessageFlags.IsComponentsV2,
        components: menus as unknown as APIMessageTopLevelComponent[],
      });
      return undefined;
    case "slow":
      await interaction.deferReply();
      return undefined;
    case "read": {
      const file = interaction.options.getAttachment("file", true);
      const to = interaction.options.getUser("to")?.username ?? "nobody";
      await interaction.reply(`${file.name} of ${file.size} bytes to ${to}`);
      return undefined;
    }
    case "pick":
      await interaction.reply(`picked ${interaction.options.getString("thing")}`);
      return undefined;
    default:
      return undefined;
  }
}

let service: TestService;
let context: BrowserContext;
let close: OpenConsole["close"];
let client: Client;

beforeAll(async () => {
  ({ service, context, close } = await openConsole({ limits: "off" }));
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, commands);
  // From now on, the application has an entry point command.
  await service.control("PATCH /applications/Concierge", { flags: ["EMBEDDED"] });
  client = new Client({ intents: [], rest: { api: `${service.url}/api` } });
  client.on(Events.InteractionCreate, (interaction) => void answer(interaction));
  await loggedIn(client, demo.botToken);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
}, BUILD_MS);

afterAll(async () => {
  await client?.destroy();
  await close();
});

const proof = { name: "proof.txt", mimeType: "text/plain", buffer: Buffer.from("row") };

test("menu commands are used on a user and on a message", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await says(bob, "quote me");
  await expectSeen(alice.messageList.getByText("quote me"));
  await alice.messageList.getByRole("button", { name: "Actions for bob" }).last().click();
  await page.getByRole("menuitem", { name: "Greet · Concierge" }).click();
  await expectSeen(bob.messageList.getByText("hello bob"));
  await chooses(page, alice, { message: "quote me", item: "Quote · Concierge" });
  await expectSeen(bob.messageList.locator("blockquote", { hasText: "quote me" }));
  await page.close();
});

test("a link in the list of commands starts the command on the Stage", async () => {
  const page = await context.newPage();
  await page.goto(`${service.url}/console/commands`);
  const registered = page.getByRole("region", { name: "Registered" });
  const { name } = commands.find((each) => "description" in each) ?? { name: "" };
  await registered.getByText(`/${name}`, { exact: true }).click();
  await registered.getByRole("link", { name: "Use in Stage" }).first().click();
  const field = page.getByLabel("Write as alice");
  await field.and(page.locator(":focus")).waitFor();
  expect(await field.inputValue()).toBe(`/${name}`);
  const pane = page.getByRole("region", { name: "alice", exact: true });
  await expectSeen(pane.getByRole("option", { name: new RegExp(`^/${name}\\b`) }).first());
  expect(await page.getByLabel("Write as bob").inputValue()).toBe("");
  await page.close();
});

test("the launcher launches an activity, and links to its page with the instance ID", async () => {
  const { page, alice } = await openStage(context, service.url);
  await alice.pane.getByRole("button", { name: "Apps" }).click();
  await page.getByRole("menuitem", { name: /^Launch .* Concierge$/ }).click();
  const activity = alice.pane.getByRole("group", { name: "Activity" });
  const address = await activity.getByRole("link", { name: /Open as/ }).getAttribute("href");
  const { origin, searchParams } = new URL(address ?? "");
  expect(origin).toBe("http://localhost:5173");
  expect(searchParams.get("instance_id")).toMatch(/^i-\d+-gc-/);
  expect([searchParams.get("channel_id"), searchParams.get("guild_id")]).toEqual([
    demo.generalId,
    demo.guildId,
  ]);
  await page.close();
});

test("file and user options are filled in with pickers", async () => {
  const { page, alice } = await openStage(context, service.url);
  await typed(alice, "/read");
  await alice.pane.getByLabel("file (required)").setInputFiles(proof);
  await alice.pane.getByRole("combobox", { name: "to" }).fill("bob");
  await alice.pane.getByRole("option", { name: "@bobby" }).click();
  await alice.pane.getByRole("button", { name: "Run /read" }).click();
  await expectSeen(alice.messageList.getByText("proof.txt of 3 bytes to bob"));
  await page.close();
});

test("suggestions are requested with the values of the other options", async () => {
  const { page, alice } = await openStage(context, service.url);
  await typed(alice, "/pick");
  await alice.pane.getByLabel("kind (required)").fill("red");
  await alice.pane.getByRole("combobox", { name: "thing" }).fill("boat");
  await alice.pane.getByRole("option", { name: "The red boat" }).click();
  await expectSeen(alice.pane.getByText(/responded in \d+ ms/));
  await alice.pane.getByRole("button", { name: "Run /pick" }).click();
  await expectSeen(alice.messageList.getByText("picked red boat"));
  await page.close();
});

test("select menus accept several values, and names of roles and users", async () => {
  const { page, alice, bob } = await openStage(context, service.url);
  await typed(alice, "/menus");
  await alice.pane.getByRole("button", { name: "Run /menus" }).press("Enter");
  const several = bob.messageList.getByRole("group", { name: "Several" });
  await several.getByRole("button", { name: "Choose" }).click();
  await expectSeen(several.getByText("Choose 1 to 2."));
  await several.getByLabel("red").check();
  await several.getByLabel("blue").check();
  await several.getByRole("button", { name: "Choose" }).click();
  await expectSeen(bob.messageList.getByText("several: red+blue"));
  const role = bob.messageList.getByRole("group", { name: "A role" });
  await role.getByRole("combobox").fill("mo");
  await role.getByRole("option", { name: "@mods" }).click();
  await role.getByRole("button", { name: "Choose" }).click();
  await expectSeen(bob.messageList.getByText("role: 300000000000000011"));
  const who = bob.messageList.getByRole("group", { name: "Anybody" });
  await who.getByRole("combobox").fill("alice");
  await who.getByRole("combobox").press("Enter");
  await who.getByRole("button", { name: "Choose" }).click();
  await expectSeen(bob.messageList.getByText(`who: ${demo.aliceId}`));
  await bob.messageList.getByRole("button", { name: "Drop" }).click();
  await expectSeen(alice.messageList.getByText("pressed drop"));
  expect(await bob.messageList.getByRole("button", { name: "Off" }).isDisabled()).toBe(true);
  expect(await barriers(page, "section[aria-label=bob]")).toEqual([]);
  await page.close();
});

test("a modal accepts texts, choices, users and files, and marks fields with missing values", async () => {
  const { page, alice } = await openStage(context, service.url);
  await typed(alice, "/form");
  await alice.pane.getByRole("button", { name: "Run /form" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Everything" });
  await dialog.getByLabel("Name").fill("Ann");
  await dialog.getByLabel("Proof").setInputFiles(proof);
  await dialog.getByRole("combobox", { name: "Friend" }).fill("bob");
  await dialog.getByRole("option", { name: "@bobby" }).click();
  expect(await barriers(page, "dialog")).toEqual([]);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
  });
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expectSeen(dialog.getByText("Choose 1 to 2."));
  const colours = await dialog.getByRole("group", { name: "Colours" }).ariaSnapshot();
  expect(await dialog.getByRole("group", { description: "Choose 1 to 2." }).ariaSnapshot()).toBe(
    colours,
  );
  expect(sent).toEqual([]);
  await dialog.getByLabel("green").check();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expectSeen(alice.messageList.getByText("filled in: Ann, green, bob, proof.txt"));
  await page.close();
});

test("only the required fields of a modal have an asterisk", async () => {
  const { page, alice } = await openStage(context, service.url);
  await typed(alice, "/form");
  await alice.pane.getByRole("button", { name: "Run /form" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Everything" });
  for (const name of ["Name", "Colours", "Friend", "Proof"]) {
    await expectSeen(dialog.getByText(`${name} *`, { exact: true }));
  }
  await expectSeen(dialog.getByText("Place", { exact: true }));
  await page.close();
});

test("a spoiler over several blocks is hidden and revealed as one", async () => {
  const { page, alice } = await openStage(context, service.url);
  await typed(alice, "/menus");
  await alice.pane.getByRole("button", { name: "Run /menus" }).press("Enter");
  const spoiler = alice.messageList.getByRole("button", { name: "spoiler" }).last();
  const heading = alice.messageList.getByText("these", { exact: true });
  await expectSeen(spoiler);
  const before = await heading.count();
  await spoiler.click();
  await expect.poll(() => heading.count()).toBe(before + 1);
  expect(await alice.messageList.getByText("menus", { exact: true }).count()).toBe(before + 1);
  await page.close();
});

test("an action is copied as a line of a test", async () => {
  const { page, alice } = await openStage(context, service.url);
  await typed(alice, "/menus");
  await alice.pane.getByRole("button", { name: "Run /menus" }).press("Enter");
  await alice.pane.getByRole("button", { name: "Copy as test line" }).click();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
    'const reply = await world.user("alice").in("general").run("/menus");',
  );
  await page.close();
});

test("an unanswered command is shown as failed, with a link to its trace", async () => {
  const { page, alice } = await openStage(context, service.url);
  await typed(alice, "/silent");
  await alice.pane.getByRole("button", { name: "Run /silent" }).press("Enter");
  await expectSeen(alice.pane.getByText(/^This interaction failed/));
  expect(await barriers(page, "[role=status]")).toEqual([]);
  // The action and its outcome, as a shell command.
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = () => page.evaluate<string>("navigator.clipboard.readText()");
  await alice.pane.getByRole("button", { name: "Copy as curl" }).click();
  await expect.poll(copied).toContain("# control.invoke → ");
  expect(await copied()).toMatch(/^curl .*-X POST[^]*\/control\/v1\/users\/alice\/invoke/m);
  expect(await copied()).toContain('"command":');
  await alice.pane.getByRole("button", { name: "Copy as SDK calls" }).click();
  await expect
    .poll(copied)
    .toContain('await control.call("control.invoke", { path: { user: "alice" }');
  await alice.pane.getByRole("link", { name: "why" }).click();
  await expectSeen(page.getByRole("heading", { name: /^Trace \d+/ }));
  await page.close();
});

test("a deferred reply shows its remaining time, and fails exactly when it has passed", async () => {
  await service.control("PATCH /clock", { frozen: true });
  const { page, alice } = await openStage(context, service.url);
  await typed(alice, "/slow");
  await alice.pane.getByRole("button", { name: "Run /slow" }).press("Enter");
  await expectSeen(alice.messageList.getByText(/is thinking… 15 min left/));
  const begun = Date.parse(String((await service.control("GET /clock")).at("now")));
  const setTo = (afterMs: number) =>
    service.control("PATCH /clock", { now: new Date(begun + afterMs).toISOString() });
  const failed = alice.messageList.getByText("no response within 15 minutes");
  await setTo(899_000);
  await expectSeen(alice.messageList.getByText(/is thinking… 1 s left/));
  await setTo(899_999);
  await expectSeen(alice.messageList.getByText(/is thinking… 1 ms left/));
  expect(await failed.count()).toBe(0);
  // Without a reload: the world's clock reaches the end of the token.
  await setTo(900_000);
  await expectSeen(failed);
  expect(await alice.messageList.getByText(/is thinking/).count()).toBe(0);
  await service.control("PATCH /clock", { frozen: false });
  await page.close();
});

test("timestamps follow the world's clock, and a date separates messages of different days", async () => {
  await service.control("PATCH /clock", { frozen: true });
  const { page, alice } = await openStage(context, service.url);
  const now = async () => Date.parse(String((await service.control("GET /clock")).at("now")));
  const nowSeconds = Math.floor((await now()) / 1000);
  await says(alice, `see you <t:${nowSeconds + 172_800}:R>`);
  await expectSeen(alice.messageList.getByText("see you in 2 days"));
  await service.control("PATCH /clock", {
    now: new Date((nowSeconds + 172_830) * 1000).toISOString(),
  });
  await expectSeen(alice.messageList.getByText("see you 30 seconds ago"));
  await says(alice, "here I am");
  await expectSeen(alice.messageList.getByText("here I am"));
  const rows = await alice.messageList.getByRole("listitem").allTextContents();
  const today = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
  expect(rows.at(-2)).toBe(today.format(await now()));
  expect(rows.at(-3)).toContain("see you");
  await service.control("PATCH /clock", { frozen: false });
  await page.close();
});

test("on a running clock a deferred reply fails when its interaction expires", async () => {
  const { page, alice } = await openStage(context, service.url);
  await typed(alice, "/slow");
  await alice.pane.getByRole("button", { name: "Run /slow" }).press("Enter");
  await expectSeen(alice.messageList.getByText(/is thinking…/));
  const newest = alice.messageList.getByRole("listitem").last();
  const { messages } = (await service.control(`GET /users/alice/view?channel=${demo.generalId}`))
    .body as { readonly messages: { readonly interaction_metadata?: { readonly id: string } }[] };
  const id = messages.at(-1)?.interaction_metadata?.id ?? "0";
  const begun = Number(BigInt(id) >> 22n) + 1_420_070_400_000;
  // Two seconds are left, which then pass by themselves.
  await service.control("PATCH /clock", { now: new Date(begun + 898_000).toISOString() });
  await expectSeen(newest.getByText(/is thinking… 1 s left/));
  await expectSeen(newest.getByText("no response within 15 minutes"));
  const now = Date.parse(String((await service.control("GET /clock")).at("now")));
  expect(now).toBeGreaterThanOrEqual(begun + 900_000);
  await page.close();
});
