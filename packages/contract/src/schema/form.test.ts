import { describe, expect, test, vi } from "vitest";
import { issueLines, issueTree, type ValidationIssue } from "./validation-issue.ts";
import { parserOf } from "./form.ts";
import { Reference } from "../control/world-file/kinds.ts";
import {
  anything,
  bits,
  Bool,
  BoolOrNumber,
  BoolOrText,
  choice,
  dictionary,
  double,
  inDetail,
  integer,
  lazy,
  list,
  nullable,
  object,
  optional,
  orDigits,
  orNumber,
  orZero,
  refine,
  Snowflake,
  strict,
  tagged,
  text,
  trimmed,
  withCommas,
  word,
  type TSchema,
} from "./values.ts";

function read(schema: TSchema, value: unknown) {
  const reading = parserOf(schema)(value);
  return reading.ok ? { value: reading.value } : { issues: reading.issues };
}

function codes(schema: TSchema, value: unknown): string[] {
  const reading = parserOf(schema)(value);
  return reading.ok
    ? []
    : reading.issues.map((each) => `${each.path.join(".")} ${each.code} ${each.message}`);
}

describe("a snowflake", () => {
  test.each([["1"], ["0"], [7], [9223372036854775807n], ["9223372036854775807"]])(
    "can be %s, and is read as text",
    (id) => {
      expect(read(Snowflake, id)).toEqual({ value: String(id) });
    },
  );

  test.each([["-1"], ["01"], ["1.5"], [1.5], ["abc"], [""], [true], [[]], [null]])(
    "cannot be %j",
    (id) => {
      expect(codes(Snowflake, id)[0]).toMatch(
        /^ NUMBER_TYPE_COERCE Value ".*" is not snowflake\.$/,
      );
    },
  );

  test("is at most a signed 64-bit integer", () => {
    const tooLarge =
      " NUMBER_TYPE_MAX snowflake value should be less than or equal to 9223372036854775807.";
    expect(codes(Snowflake, "9223372036854775808")).toEqual([tooLarge]);
    const asNumber = vi.spyOn(globalThis, "BigInt");
    expect(codes(Snowflake, "1".repeat(1_000_000))).toEqual([tooLarge]);
    expect(asNumber).not.toHaveBeenCalled();
    asNumber.mockRestore();
  });
});

describe("a text", () => {
  test.each([
    [text({ min: 1, max: 3 }), "abcd", "BASE_TYPE_BAD_LENGTH Must be between 1 and 3 in length."],
    [text({ max: 3 }), "abcd", "BASE_TYPE_MAX_LENGTH Must be 3 or fewer in length."],
    [text({ min: 3 }), "ab", "BASE_TYPE_MIN_LENGTH Must be 3 or more in length."],
    [
      text({ pattern: "^a$" }),
      "b",
      "STRING_TYPE_REGEX String value did not match validation regex.",
    ],
    [
      text({ pattern: "^a$", madeOf: "one letter" }),
      "b",
      "STRING_TYPE_REGEX String value did not match validation regex: it is made of one letter.",
    ],
    [trimmed({ max: 3 }), " abcd ", "BASE_TYPE_MAX_LENGTH Must be 3 or fewer in length."],
    [text(), 12, 'STRING_TYPE_CONVERT Could not interpret "12" as string.'],
    [word(["a", "b"]), "c", "BASE_TYPE_CHOICES Value must be one of {'a', 'b'}."],
  ])("is limited by its bounds, case %#", (schema, value, issue) => {
    expect(codes(schema, value)).toEqual([` ${issue}`]);
  });

  test.each([
    [[], "[]"],
    [
      { name: "「❗」státusz", type: 2, parent: null },
      "{'name': '「❗」státusz', 'type': 2, 'parent': None}",
    ],
    [true, "True"],
    [null, "None"],
    [
      ["it's", 'it\'s "so"', "a\n\\b", 1.5, false],
      `["it's", 'it\\'s "so"', 'a\\n\\\\b', 1.5, False]`,
    ],
  ])("given as another type is quoted in Python's notation: %j", (value, words) => {
    expect(codes(text(), value)).toEqual([
      ` STRING_TYPE_CONVERT Could not interpret "${words}" as string.`,
    ]);
  });

  test("given as a deeply nested value is quoted only at its beginning", () => {
    let deep: unknown = [];
    for (let i = 0; i < 100_000; i += 1) deep = [deep];
    expect(codes(text(), deep)).toEqual([
      ` STRING_TYPE_CONVERT Could not interpret "${"[".repeat(2000)}…" as string.`,
    ]);
  });

  test("in an error is quoted up to 2000 characters, and truncated after that", () => {
    const quotedOf = (length: number) => codes(integer(), "x".repeat(length));
    expect(quotedOf(2000)).toEqual([` NUMBER_TYPE_COERCE Value "${"x".repeat(2000)}" is not int.`]);
    expect(quotedOf(2001)).toEqual([
      ` NUMBER_TYPE_COERCE Value "${"x".repeat(2000)}…" is not int.`,
    ]);
  });

  test("is measured in code points", () => {
    expect(read(text({ max: 2 }), "😀😀")).toEqual({ value: "😀😀" });
    expect(codes(text({ max: 2 }), "😀😀😀")).toHaveLength(1);
  });

  test("can be trimmed", () => {
    expect(read(trimmed({ max: 3 }), " \n a b\t")).toEqual({ value: "a b" });
    expect(read(text(), " a ")).toEqual({ value: " a " });
  });

  test.each([1483, 0, -1.5, 12345678901234567890n])("can be given as the number %s", (value) => {
    expect(read(orNumber(text()), value)).toEqual({ value: String(value) });
  });

  test("that accepts numbers applies its bounds to them, and accepts no other types", () => {
    expect(codes(orNumber(text({ max: 3 })), 1234)).toHaveLength(1);
    expect(codes(orNumber(text()), true)).toHaveLength(1);
  });

  test("can treat 0 as absent, and accepts other numbers", () => {
    const form = object({ a: optional(orZero(text())), b: text() });
    expect(read(form, { a: 0, b: "x" })).toEqual({ value: { b: "x" } });
    expect(read(form, { b: "x", a: 0 })).toEqual({ value: { b: "x" } });
    expect(read(form, { a: "0", b: "x" })).toEqual({ value: { a: "0", b: "x" } });
    expect(read(form, { a: 15, b: "x" })).toEqual({ value: { a: "15", b: "x" } });
    expect(codes(form, { a: true, b: 0 })).toEqual([
      'a STRING_TYPE_CONVERT Could not interpret "True" as string.',
      'b STRING_TYPE_CONVERT Could not interpret "0" as string.',
    ]);
  });
});

describe("a reference by ID or name", () => {
  test.each([7, "7", "mods", "x".repeat(201), 2n ** 62n])("can be %s", (value) => {
    expect(read(Reference, value)).toEqual({ value: String(value) });
  });

  const issue = " STRING_TYPE_CONVERT Must be an id or a name.";

  test.each(["", 1.5, 2 ** 60, true, null, {}])("cannot be %j, as digits may be lost", (value) => {
    expect(codes(Reference, value)).toEqual([issue]);
  });

  test("is limited to the length of two names with a slash", () => {
    expect(codes(Reference, "x".repeat(202))).toEqual([
      " BASE_TYPE_MAX_LENGTH Must be 201 or fewer in length.",
    ]);
  });
});

describe("a boolean", () => {
  test.each([true, "true", false, "false"])("is read from %j", (value) => {
    expect(read(BoolOrText, value)).toEqual({ value: String(value) === "true" });
  });

  test.each([true, 1, false, 0])("is read from %j", (value) => {
    expect(read(BoolOrNumber, value)).toEqual({ value: Number(value) === 1 });
  });

  const issue = " BOOLEAN_TYPE_CONVERT Must be either true or false.";

  test.each(["True", "1", "", 1, null])("cannot be %j", (value) => {
    expect([codes(BoolOrText, value), codes(Bool, value)]).toEqual([[issue], [issue]]);
  });

  test.each(["true", "1", "", 2, -1, null])("as a number cannot be %j", (value) => {
    expect(codes(BoolOrNumber, value)).toEqual([issue]);
  });
});

describe("a number", () => {
  test.each([
    [
      integer({ min: 5, max: 9 }),
      4,
      "NUMBER_TYPE_MIN int32 value should be greater than or equal to 5.",
    ],
    [
      integer({ min: 5, max: 9 }),
      10,
      "NUMBER_TYPE_MAX int32 value should be less than or equal to 9.",
    ],
    [integer(), 1.5, 'NUMBER_TYPE_COERCE Value "1.5" is not int.'],
    [integer(), Infinity, 'NUMBER_TYPE_COERCE Value "Infinity" is not int.'],
    [integer(), "1", 'NUMBER_TYPE_COERCE Value "1" is not int.'],
    [integer(), 2 ** 31, "NUMBER_TYPE_MAX int32 value should be less than or equal to 2147483647."],
    [
      integer({ width: "int53" }),
      2n ** 60n,
      "NUMBER_TYPE_MAX int53 value should be less than or equal to 9007199254740991.",
    ],
    [double({ max: 1 }), 1.5, "NUMBER_TYPE_MAX float value should be less than or equal to 1."],
    [choice([1, 2]), 3, "BASE_TYPE_CHOICES Value must be one of {1, 2}."],
    [choice([1, 2]), "1", 'NUMBER_TYPE_COERCE Value "1" is not int.'],
    [orDigits(choice([1, 2])), "3", "BASE_TYPE_CHOICES Value must be one of {1, 2}."],
    [orDigits(choice([1, 2])), "one", 'NUMBER_TYPE_COERCE Value "one" is not int.'],
    [bits(), -1, "NUMBER_TYPE_MIN int value should be greater than or equal to 0."],
    [bits(), "x", 'NUMBER_TYPE_COERCE Value "x" is not int.'],
    [Bool, "true", "BOOLEAN_TYPE_CONVERT Must be either true or false."],
  ])("is limited by its type and bounds, case %#", (schema, value, issue) => {
    expect(codes(schema, value)).toEqual([` ${issue}`]);
  });

  test.each([5, "5", "05", "9"])("is read from %j", (value) => {
    expect(read(orDigits(integer({ max: 9 })), value)).toEqual({ value: Number(value) });
  });

  test("given as digits applies its bounds, including negative ones", () => {
    expect(codes(orDigits(integer({ min: 0 })), "-1")).toEqual([
      " NUMBER_TYPE_MIN int32 value should be greater than or equal to 0.",
    ]);
  });

  test.each(["", " 5", "5.0", "0x5", "red", "10", true])(
    "given as digits cannot be %j",
    (value) => {
      expect(codes(orDigits(integer({ max: 9 })), value)).toHaveLength(1);
    },
  );

  test("that is too large for a double can be quoted in any value", () => {
    expect(codes(text(), { a: [12345678901234567890n] })).toEqual([
      ` STRING_TYPE_CONVERT Could not interpret "{'a': [12345678901234567890]}" as string.`,
    ]);
  });

  test("of permission bits can be a number or digits, and is read as digits", () => {
    expect([read(bits(), 8), read(bits(), "008")]).toEqual([{ value: "8" }, { value: "8" }]);
  });
});

describe("a list", () => {
  test("reports each invalid item by its index", () => {
    expect(codes(list(integer()), [1, "x", 2, "y"])).toEqual([
      '1 NUMBER_TYPE_COERCE Value "x" is not int.',
      '3 NUMBER_TYPE_COERCE Value "y" is not int.',
    ]);
  });

  test("is limited in length", () => {
    expect(codes(list(integer(), { max: 1 }), [1, 2])).toEqual([
      " BASE_TYPE_MAX_LENGTH Must be 1 or fewer in length.",
    ]);
  });

  test("with unique items reports a repeated item by its index", () => {
    expect(codes(list(integer(), { unique: true }), [1, 2, 1])[0]).toMatch(/^2 BASE_TYPE_CHOICES/);
  });

  test("with unique items does not treat two invalid items as equal", () => {
    expect(codes(list(integer(), { unique: true }), ["x", "y"])).toEqual([
      '0 NUMBER_TYPE_COERCE Value "x" is not int.',
      '1 NUMBER_TYPE_COERCE Value "y" is not int.',
    ]);
  });

  test("can be given as text with commas, ignoring spaces and empty items", () => {
    const ids = withCommas(list(Snowflake, { max: 2 }));
    expect(read(ids, " 1, 2,,")).toEqual({ value: ["1", "2"] });
    expect(read(ids, "")).toEqual({ value: [] });
    expect(codes(ids, "1,2,3")).toEqual([" BASE_TYPE_MAX_LENGTH Must be 2 or fewer in length."]);
    expect(codes(list(Snowflake), "1,2")).toHaveLength(1);
  });

  test("of objects reports each null item by its index", () => {
    const required = "LIST_ITEM_VALUE_REQUIRED List item values of ModelType are required";
    const item = object({ a: optional(integer()) });
    expect(codes(list(item), [{}, null, 5, null])).toEqual([
      `1 ${required}`,
      "2 MODEL_TYPE_CONVERT Only dictionaries may be used in a ModelType",
      `3 ${required}`,
    ]);
    expect(codes(list(inDetail(anything(), () => item)), [null])).toEqual([`0 ${required}`]);
    expect(read(list(item, { sparse: true }), [null, {}])).toEqual({ value: [{}] });
    expect(read(list(nullable(item)), [null])).toEqual({ value: [null] });
  });

  test("of objects reads an object key by key, as in the reference", () => {
    expect(codes(list(object({})), { a: 1, b: 2 })).toEqual([
      "0 MODEL_TYPE_CONVERT Only dictionaries may be used in a ModelType",
      "1 MODEL_TYPE_CONVERT Only dictionaries may be used in a ModelType",
    ]);
    const readElsewhere = inDetail(anything(), () => tagged({ 1: object({}) }));
    expect(read(list(readElsewhere), { a: 1 })).toEqual({ value: ["a"] });
    expect(codes(list(integer()), {})).toEqual([
      " LIST_TYPE_CONVERT Only iterables may be used in a ListType",
    ]);
  });

  test.each([
    ["an object", (inner: TSchema) => object({ in: inner }), "in", { in: { a: 1 } }],
    ["a list", (inner: TSchema) => list(inner), "0", [{ a: 1 }]],
    ["a dictionary", (inner: TSchema) => dictionary(inner), "in", { in: { a: 1 } }],
    ["what may be null", (inner: TSchema) => nullable(inner), "", { a: 1 }],
    ["what contains itself", (inner: TSchema) => lazy(() => inner), "", { a: 1 }],
    ["a tagged union", (i: TSchema) => tagged({ 1: object({ i }) }), "i", { type: 1, i: { a: 1 } }],
  ])("of objects refuses an object within %s when read strictly", (_, around, place, value) => {
    const schema = strict(around(list(object({}))));
    const [fault] = codes(schema, value).filter((each) => !each.includes("UNKNOWN_KEY"));
    expect(fault).toBe(`${place} LIST_TYPE_CONVERT Only iterables may be used in a ListType`);
  });
});

test("at most a thousand errors are reported", () => {
  const many = Array.from({ length: 200_000 }, (_, i) => i);
  const keys = Object.fromEntries(many.map((i) => [`k${i}`, 1]));
  const words = list(word(["a", "b"]));
  const refused = (schema: TSchema, value: unknown) => {
    const reading = parserOf(schema)(value);
    return reading.ok ? [] : reading.issues;
  };
  expect(refused(strict(object({})), keys)).toHaveLength(1000);
  const few = Object.fromEntries(Object.entries(keys).slice(0, 2000));
  expect(refused(dictionary(text(), { keys: ["a"] }), few)).toHaveLength(1000);
  const inList = refused(object({ words, name: text() }), { words: many });
  expect(inList.map(({ path }) => path)).toEqual(many.slice(0, 1000).map((i) => ["words", i]));
});

test("rules are only applied to values without too many errors", () => {
  const rule = vi.fn<() => void>();
  const Form = refine(object({ list: list(text()), last: text() }), rule);
  expect(parserOf(Form)({ list: Array(1000).fill(1), last: "x" }).ok).toBe(false);
  expect(rule).not.toHaveBeenCalled();
  expect(parserOf(Form)({ list: Array(999).fill(1), last: "x" }).ok).toBe(false);
  expect(rule).toHaveBeenCalledOnce();
});

describe("an object", () => {
  const schema = object({ need: text(), may: optional(text()), empty: optional(nullable(text())) });

  // Proves requirement 2 "optional and nullable fields"
  test("ignores unknown fields, and null in an optional field", () => {
    expect(read(schema, { need: "x", other: 1, may: null, empty: null })).toEqual({
      value: { need: "x", empty: null },
    });
  });

  test("reports each missing field", () => {
    expect(codes(schema, { need: null })).toEqual([
      "need BASE_TYPE_REQUIRED This field is required",
    ]);
  });

  test("does not read inherited properties as fields", () => {
    expect(codes(object({ toString: text() }), {})).toEqual([
      "toString BASE_TYPE_REQUIRED This field is required",
    ]);
  });
});

describe("a dictionary", () => {
  const schema = dictionary(text({ max: 5 }), { maxKeys: 2, maxTotal: 8 });

  test.each([
    [{ a: "123456" }, ["a BASE_TYPE_MAX_LENGTH Must be 5 or fewer in length."]],
    [{ a: "", b: "", c: "" }, [" BASE_TYPE_MAX_LENGTH Must be 2 or fewer in length."]],
    [{ abcd: "12345" }, [" BASE_TYPE_MAX_LENGTH Must be 8 or fewer in length."]],
    [
      { abc: "123456" },
      [
        "abc BASE_TYPE_MAX_LENGTH Must be 5 or fewer in length.",
        " BASE_TYPE_MAX_LENGTH Must be 8 or fewer in length.",
      ],
    ],
    [[], [" DICT_TYPE_CONVERT Only dictionaries may be used in a DictType"]],
  ])("is limited by its bounds, with keys counted in the total: %j", (value, issues) => {
    expect(codes(schema, value)).toEqual(issues);
  });

  test.each([
    [{}, [" BASE_TYPE_MIN_LENGTH Must be 1 or more in length."]],
    [{ a: "12" }, ["a BASE_TYPE_MAX_LENGTH Must be 1 or fewer in length."]],
  ])("can require a key, which may have an invalid value: %j", (value, issues) => {
    expect(codes(dictionary(text({ max: 1 }), { minKeys: 1 }), value)).toEqual(issues);
  });

  test("accepts any key as its own property", () => {
    const value = JSON.parse('{"__proto__":"x"}') as unknown;
    const parsed = read(dictionary(text()), value).value as object;
    expect(Object.entries(parsed)).toEqual([["__proto__", "x"]]);
  });

  test("can be limited to certain keys", () => {
    expect(codes(dictionary(text(), { keys: ["de"] }), { xx: "" })).toEqual([
      ' ENUM_TYPE_COERCE Value "xx" is not a valid enum value.',
    ]);
  });
});

describe("a union of objects", () => {
  const schema = list(
    tagged({ 2: object({ type: choice([2]) }), 1: object({ type: choice([1]), name: text() }) }),
  );

  test.each([
    [{}, '0 TAG_FIELD_MISSING Field "type" is required to determine the model type.'],
    [{ type: "1" }, '0.type NUMBER_TYPE_COERCE Value "1" is not int.'],
    [{ type: 1.5 }, '0.type NUMBER_TYPE_COERCE Value "1.5" is not int.'],
    [{ type: 3 }, '0 UNION_TYPE_CHOICES Value of field "type" must be one of (1, 2).'],
    [{ type: 1 }, "0.name BASE_TYPE_REQUIRED This field is required"],
  ])("is distinguished by the type field: %j", (value, issue) => {
    expect(codes(schema, [value])).toEqual([issue]);
  });
});

test("a schema can contain itself", () => {
  interface Tree {
    readonly leaves: readonly Tree[];
  }
  const tree: TSchema = object({ leaves: list(lazy<Tree>(() => tree)) });
  expect(codes(tree, { leaves: [{ leaves: [{}] }] })).toEqual([
    "leaves.0.leaves.0.leaves BASE_TYPE_REQUIRED This field is required",
  ]);
});

test("a rule adds its errors to those of types, below its own path", () => {
  const schema = object({
    names: refine(list(text({ max: 3 })), (names, report) => {
      names.forEach((name, i) => {
        if (names.indexOf(name) < i) report([i], "TAKEN", "already used");
      });
    }),
    other: integer(),
  });
  expect(codes(schema, { names: ["a", "a"], other: "x" })).toEqual([
    "names.1 TAKEN already used",
    'other NUMBER_TYPE_COERCE Value "x" is not int.',
  ]);
});

test("an optional field stays optional if it has a rule", () => {
  const schema = object({ name: refine(optional(text()), () => undefined) });
  expect(read(schema, {})).toEqual({ value: {} });
});

// Proves requirement 7 "body of an error"
test("errors are converted to a tree, with several errors at the same path", () => {
  const issues: ValidationIssue[] = [
    { path: ["options", 0, "name"], code: "A", message: "a" },
    { path: ["options", 0, "name"], code: "B", message: "b" },
    { path: [], code: "C", message: "c" },
  ];
  expect(issueTree(issues)).toEqual({
    _errors: [{ code: "C", message: "c" }],
    options: {
      0: {
        name: {
          _errors: [
            { code: "A", message: "a" },
            { code: "B", message: "b" },
          ],
        },
      },
    },
  });
  expect(JSON.stringify(issueTree([{ path: ["__proto__"], code: "A", message: "a" }]))).toBe(
    '{"__proto__":{"_errors":[{"code":"A","message":"a"}]}}',
  );
  expect({}).not.toHaveProperty("_errors");
  expect(issueLines(issues.slice(0, 1))).toEqual(["options[0].name: a"]);
});

test("a long value is truncated when quoted", () => {
  const long = "x".repeat(1_000_000);
  const byKey = dictionary(text(), { keys: ["de"] });
  expect(codes(byKey, { [long]: "a" })[0]?.length).toBeLessThan(2100);
  for (const value of [long, [long], { a: long }]) {
    const reading = parserOf(integer())(value);
    const [issue] = reading.ok ? [] : reading.issues;
    expect(issue?.message.length).toBeLessThan(2100);
  }
});

describe("reading an object", () => {
  const Form = object({
    name: text({ max: 5 }),
    id: optional(Snowflake),
    note: optional(nullable(text())),
    tags: optional(list(object({ of: text(), flag: optional(Bool) }))),
  });

  test("sorts fields in the declared order", () => {
    const form = { tags: [{ flag: true, of: "a" }], id: "1", name: "a" };
    expect(JSON.stringify(read(Form, form))).toBe(
      '{"value":{"name":"a","id":"1","tags":[{"of":"a","flag":true}]}}',
    );
  });

  test("drops fields that are unknown, undefined, or null where null means absent", () => {
    expect(read(Form, { name: "a", more: 1 })).toStrictEqual({ value: { name: "a" } });
    expect(read(Form, { name: "a", id: null })).toStrictEqual({ value: { name: "a" } });
    expect(read(Form, { name: "a", id: undefined })).toStrictEqual({ value: { name: "a" } });
    expect(read(Form, { name: "a", note: null })).toStrictEqual({
      value: { name: "a", note: null },
    });
  });

  test("keeps the fields before the first one that is converted", () => {
    expect(read(Form, { name: "a", id: 12, tags: [{ of: "a" }, { of: "b", x: 1 }] })).toStrictEqual(
      {
        value: { name: "a", id: "12", tags: [{ of: "a" }, { of: "b" }] },
      },
    );
  });

  test("does not change its input, and returns a plain object", () => {
    const form = Object.assign(Object.create(null) as object, { name: "a", id: 1 });
    const found = read(Form, form) as { value: object };
    expect(Object.getPrototypeOf(found.value)).toBe(Object.prototype);
    expect({ ...form }).toEqual({ name: "a", id: 1 });
    const same = Object.assign(Object.create(null) as object, { name: "a", id: "1" });
    expect(Object.getPrototypeOf((read(Form, same) as { value: object }).value)).toBe(
      Object.prototype,
    );
  });
});

test("the length of a text is counted in code points", () => {
  const Short = text({ min: 2, max: 3 });
  for (const fits of ["ab", "abc", "😀😀", "😀😀😀", "a😀b"]) {
    expect(read(Short, fits)).toEqual({ value: fits });
  }
  for (const not of ["", "a", "😀", "abcd", "😀😀😀😀"]) {
    expect(codes(Short, not)).toEqual([" BASE_TYPE_BAD_LENGTH Must be between 2 and 3 in length."]);
  }
});

test("an unpaired surrogate counts as one code point", () => {
  const [leading, trailing] = ["\ud83d", "\ude00"];
  const Short = text({ min: 1, max: 3 });
  const halves = [leading, trailing, leading.repeat(3), trailing + leading, `a${leading}b`];
  for (const fits of [...halves, leading + leading + trailing]) {
    expect(read(Short, fits)).toEqual({ value: fits });
  }
  for (const not of [leading.repeat(4), trailing.repeat(4), `${leading}abc`]) {
    expect(codes(Short, not)).toEqual([" BASE_TYPE_BAD_LENGTH Must be between 1 and 3 in length."]);
  }
  const Notes = dictionary(text(), { maxKeys: 2, maxTotal: 3 });
  expect(read(Notes, { a: leading.repeat(2) })).toEqual({ value: { a: leading.repeat(2) } });
  expect(codes(Notes, { a: leading.repeat(3) })).toEqual([
    " BASE_TYPE_MAX_LENGTH Must be 3 or fewer in length.",
  ]);
});
