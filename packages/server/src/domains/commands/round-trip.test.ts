// Random valid commands: each is stored and returned as sent, and its reply is a valid request that
// changes nothing.
import { limits } from "@antechamber/contract";
import { commandSize, OptionType } from "@antechamber/contract/commands";
import { ChannelType } from "@antechamber/contract/guilds";
import { locales } from "@antechamber/contract/schema";
import { SlashCommandBuilder, ContextMenuCommandBuilder, ApplicationCommandType } from "discord.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openCommandCalls } from "../../testing/calls/command-calls.ts";

/** Letters of several scripts, none of them upper case; "q" is reserved for localized names. */
const letters = Array.from("abcxyz019-_'ʼéßжя東กहि");
const name = fc
  .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 12 })
  .map((all) => all.join(""));
const anyText = (max: number) => fc.string({ unit: "grapheme", minLength: 1, maxLength: max / 2 });
const description = anyText(40);
const texts = (text: fc.Arbitrary<string>) =>
  fc.option(fc.dictionary(fc.constantFrom(...locales), text, { maxKeys: 3 }));
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** Random bounds, swapped where needed so that the lower one comes first. */
const bounds = (low: string, high: string, number: fc.Arbitrary<number>) =>
  fc
    .tuple(sometimes(number), sometimes(number))
    .map(([a, b]) =>
      a !== undefined && b !== undefined
        ? { [low]: Math.min(a, b), [high]: Math.max(a, b) }
        : { [low]: a, [high]: b },
    );

const choices = (value: fc.Arbitrary<string | number>) =>
  fc.oneof(
    fc.record({ autocomplete: sometimes(fc.boolean()) }),
    fc.record({
      choices: fc.array(
        fc.record({ name: anyText(20), name_localizations: texts(anyText(20)), value }),
        { maxLength: 4 },
      ),
    }),
  );

const int53 = fc.maxSafeInteger();
const double = fc.double({ min: -(2 ** 53), max: 2 ** 53, noNaN: true });
const constraints: Readonly<Record<number, fc.Arbitrary<object>>> = {
  [OptionType.STRING]: merged(
    choices(anyText(20)),
    bounds("min_length", "max_length", fc.integer({ min: 1, max: 6000 })),
  ),
  [OptionType.INTEGER]: merged(choices(int53), bounds("min_value", "max_value", int53)),
  [OptionType.NUMBER]: merged(choices(double), bounds("min_value", "max_value", double)),
  [OptionType.CHANNEL]: fc.record({
    // The machine specification of replies lacks the newest channel types.
    channel_types: sometimes(
      fc.uniqueArray(fc.constantFrom(...Object.values(ChannelType)).filter((type) => type < 16)),
    ),
  }),
};

function merged(...parts: fc.Arbitrary<object>[]): fc.Arbitrary<object> {
  return fc.tuple(...parts).map((all) => Object.assign({}, ...all) as object);
}

type Named = object & { readonly name: string };

/** Options of one level, with distinct names in every language. */
function level(each: fc.Arbitrary<Named>): fc.Arbitrary<Named[]> {
  const distinct = fc.uniqueArray(each, { maxLength: 4, selector: (option) => option.name });
  return fc.tuple(distinct, texts(fc.constant("q"))).map(([options, languages]) =>
    options.map((option, i) => ({
      ...option,
      name_localizations:
        languages && Object.fromEntries(Object.keys(languages).map((key) => [key, `q${i}`])),
    })),
  );
}

function described(more: fc.Arbitrary<object>): fc.Arbitrary<Named> {
  const own = fc.record({ name, description, description_localizations: texts(description) });
  return fc.tuple(own, more).map(([ownTexts, rest]) => ({ ...rest, ...ownTexts }));
}

const valueTypes = Object.values(OptionType).filter((type) => type > OptionType.SUB_COMMAND_GROUP);
const valueOption = described(
  fc
    .constantFrom(...valueTypes)
    .chain((type) => merged(fc.constant({ type }), constraints[type] ?? fc.constant({}))),
);
const values = fc
  .tuple(level(valueOption), fc.nat({ max: 4 }))
  .map(([options, needed]) => options.map((option, i) => ({ ...option, required: i < needed })));
const subcommand = described(
  fc.record({ type: fc.constant(OptionType.SUB_COMMAND), options: values }),
);
const group = described(
  fc.record({ type: fc.constant(OptionType.SUB_COMMAND_GROUP), options: level(subcommand) }),
);

const ofEveryType = fc.record(
  {
    default_member_permissions: fc.option(
      fc.bigInt({ min: 0n, max: (1n << 54n) - 1n }).map((bits) => bits.toString()),
    ),
    nsfw: fc.option(fc.boolean()),
    contexts: fc.option(fc.uniqueArray(fc.constantFrom(0, 1, 2), { minLength: 1 })),
    integration_types: fc.option(fc.uniqueArray(fc.constantFrom(0, 1), { minLength: 1 })),
    dm_permission: fc.option(fc.boolean()),
  },
  { requiredKeys: [] },
);
const slashCommand = merged(
  ofEveryType,
  described(fc.record({ options: fc.oneof(values, level(fc.oneof(subcommand, group))) })),
  fc.record({ name_localizations: texts(name) }),
);
const contextMenu = merged(
  ofEveryType,
  fc.record({
    type: fc.constantFrom(2, 3),
    name: anyText(30),
    name_localizations: texts(anyText(30)),
  }),
);
const command = fc
  .oneof(slashCommand, contextMenu)
  .filter((form) => commandSize(form) <= limits.commandSize.value)
  .map((form): unknown => JSON.parse(JSON.stringify(form)));

/** The part of a form that the reply must contain: all fields except those without effect. */
function normalized(form: unknown): unknown {
  if (Array.isArray(form)) return form.map(normalized);
  if (typeof form !== "object" || form === null) return form;
  const followsContexts = "contexts" in form && form.contexts !== null;
  const entries = Object.entries(form).filter(
    ([field, value]) =>
      !saysNothing(field, value) && !(field === "dm_permission" && followsContexts),
  );
  return Object.fromEntries(entries.map(([field, value]) => [field, normalized(value)]));
}

function saysNothing(field: string, value: unknown): boolean {
  if (value === null) return !field.endsWith("_localizations");
  if (value === false) return field === "required" || field === "autocomplete";
  return Array.isArray(value) && value.length === 0;
}

// Proves requirement 4.2 "body: create global"
test("any valid command is returned as it was given, and returning it changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(command, fc.constantFrom("global", "guild"), async (form, scope) => {
      const { store, [scope]: here } = await openCommandCalls();
      const created = await here.create(form);
      expect(created.status).toBe(201);
      const {
        contexts: _c,
        integration_types: _i,
        dm_permission: _d,
        ...everywhere
      } = form as Record<string, unknown>;
      expect(created.body).toMatchObject(
        normalized(scope === "global" ? form : everywhere) as object,
      );
      const same = { status: 200, body: created.body };
      expect(await here.get(created.body.id)).toEqual(same);
      expect(await here.create(created.body)).toEqual(same);
      expect(await here.edit(created.body.id, created.body)).toEqual(same);
      expect(await here.overwrite([created.body])).toEqual({ status: 200, body: [created.body] });
      await store.close();
    }),
    { numRuns: 100 },
  );
});

test("commands from the builders of a client library can be registered", async () => {
  const { global } = await openCommandCalls();
  const built = new SlashCommandBuilder()
    .setName("permissions")
    .setNameLocalizations({ fr: "droits", de: null })
    .setDescription("Get or edit permissions")
    .setDefaultMemberPermissions(8n)
    .setNSFW(false)
    .addSubcommandGroup((users) =>
      users
        .setName("user")
        .setDescription("For a user")
        .addSubcommand((add) =>
          add
            .setName("add")
            .setDescription("Add")
            .addUserOption((user) => user.setName("user").setDescription("Who").setRequired(true))
            .addStringOption((kind) =>
              kind
                .setName("kind")
                .setDescription("Which")
                .addChoices({ name: "All", value: "all" }),
            )
            .addIntegerOption((days) =>
              days.setName("days").setDescription("How long").setMinValue(1).setAutocomplete(true),
            )
            .addNumberOption((share) =>
              share.setName("share").setDescription("Part").setMaxValue(0.5),
            )
            .addBooleanOption((quiet) => quiet.setName("quiet").setDescription("Silent"))
            .addRoleOption((role) => role.setName("role").setDescription("Role"))
            .addMentionableOption((one) => one.setName("one").setDescription("Any"))
            .addAttachmentOption((file) => file.setName("file").setDescription("File"))
            .addChannelOption((channel) =>
              channel.setName("channel").setDescription("Where").addChannelTypes(0, 15),
            ),
        ),
    );
  const menu = new ContextMenuCommandBuilder()
    .setName("Who is this")
    .setType(ApplicationCommandType.User);
  const { status, body } = await global.overwrite([built.toJSON(), menu.toJSON()]);
  expect(status).toBe(200);
  expect(body.map((each) => each.name)).toEqual(["permissions", "Who is this"]);
});

test("a bulk overwrite returns long options as they are returned for each command", async () => {
  const { global, store } = await openCommandCalls();
  const long = Array.from({ length: 20 }, (_, i) => ({
    type: OptionType.STRING,
    name: `option-${i}`,
    description: "x".repeat(100),
    choices: [{ value: 'a\u2028"', name: "y".repeat(50) }],
  }));
  const file = {
    type: OptionType.ATTACHMENT,
    name: "file",
    description: "x",
    file_types: [".png"],
  };
  const branch = { type: OptionType.SUB_COMMAND, name: "sub", description: "x" };
  const forms = [
    { name: "short", description: "x", options: long.slice(0, 1) },
    { name: "long", description: "x", options: long },
    { name: "files", description: "x", options: [...long, file] },
    { name: "branches", description: "x", options: [{ ...branch, options: long }] },
    { name: "files-below", description: "x", options: [{ ...branch, options: [...long, file] }] },
  ];
  const { body } = await global.overwrite(forms);
  for (const [at, form] of forms.entries()) {
    const stored = await global.get(body[at]?.id ?? "");
    expect(JSON.stringify(body[at])).toBe(JSON.stringify(stored.body));
    expect(body[at]?.options).toMatchObject(JSON.parse(withoutFileTypes(form.options)) as object);
  }
  expect(JSON.stringify(body)).not.toContain("file_types");
  // A repeated overwrite that changes nothing gets the same reply.
  expect(JSON.stringify((await global.overwrite(forms)).body)).toBe(JSON.stringify(body));
  await store.close();
});

function withoutFileTypes(options: unknown): string {
  return JSON.stringify(options, (field, value: unknown) =>
    field === "file_types" ? undefined : value,
  );
}
