// A test for pytest.
import { literal } from "../../literal.ts";
import { commentLines } from "./comments.ts";
import { brackets, laidOut, type Piece } from "./layout.ts";
import type {
  Deed,
  Expected,
  Held,
  Run,
  ShownMessage,
  Spot,
  StartedApp,
  Step,
  TestScript,
  Text,
  UserDeed,
  WorldDeed,
} from "./model.ts";
import { isWorldDeed, keptReplies, Places } from "./places.ts";
import { givenPiece, shownPiece, type Literals } from "./values.ts";
import { Variables } from "./variables.ts";

const page = { width: 100, indent: "    " };

/** Writes the test. */
export function pythonTest(script: TestScript): string {
  return new PythonTest(script).text();
}

const constants: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };

const literals: Literals = {
  text: textPiece,
  plain: quoted,
  constant: (value) => constants[String(value)] ?? String(value),
  key: quoted,
  isSpacious: false,
};

/** A string of JSON is one of Python. */
function quoted(text: string): string {
  const json = JSON.stringify(text).replaceAll(/\\u([0-9a-f]{4})/g, String.raw`\u$1`);
  if (!text.includes('"') || text.includes("'")) return json;
  return `'${json.slice(1, -1).replaceAll(String.raw`\"`, '"')}'`;
}

function textPiece({ parts, varies }: Text): string {
  if (varies) return `re.compile(r${rawQuoted(patternOf(parts))}, re.DOTALL)`;
  const [only] = parts;
  if (parts.length === 1 && typeof only === "string") return quoted(only);
  const inner = parts.map((part) => {
    if (typeof part === "string")
      return JSON.stringify(part).slice(1, -1).replaceAll(/[{}]/g, "$&$&");
    return "of" in part
      ? `{world.${part.of}('${part.name}')${part.of === "user" ? ".id" : "['id']"}}`
      : "";
  });
  return `f"${inner.join("")}"`;
}

function patternOf(parts: Text["parts"]): string {
  const inner = parts.map((part) => {
    if (typeof part === "string") return literal(part);
    return "of" in part ? String.raw`\d+` : part.pattern;
  });
  return `^${inner.join("")}$`.replaceAll("\n", String.raw`\n`).replaceAll("\r", String.raw`\r`);
}

/** A raw string; a quote in it is written as a pattern. */
function rawQuoted(source: string): string {
  return `"${source.replaceAll('"', String.raw`\x22`)}"`;
}

/** `ticketOpen` -> `ticket_open`. */
function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The name of a function after that of the test. */
function nameOf(name: string): string {
  return (
    name
      .replaceAll(/[^A-Za-z0-9]+/g, "_")
      .replaceAll(/^_|_$/g, "")
      .toLowerCase() || "recorded"
  );
}

class PythonTest {
  readonly #script: TestScript;
  readonly #places: Places;
  readonly #kept: ReadonlySet<string>;
  readonly #variables: Variables;

  constructor(script: TestScript) {
    this.#script = script;
    const replies = script.steps.flatMap(({ reply }) => reply ?? []);
    this.#variables = new Variables([...replies, ...script.apps.map((app) => app.export)]);
    this.#places = new Places(script.steps, this.#variables);
    this.#kept = keptReplies(script.steps);
  }

  text(): string {
    const { name, apps, steps, notes } = this.#script;
    const beginning = [
      ...apps.map((app) => this.#line(startOf(app))),
      ...this.#places.named.map(({ spot, variable }) =>
        this.#line(`${snake(variable)} = ${placeOf(spot)}`),
      ),
    ];
    const played = steps.flatMap((step) => this.#step(step));
    const body = [...beginning, ...(beginning.length === 0 ? [] : [""]), ...played];
    const lines = [
      ...notes.flatMap((note) => commentLines("#", note, 0)),
      ...this.#imports(body.join("\n")),
      "",
      ...this.#world(),
      "",
      "",
      "@pytest.mark.antechamber(world=RECORDED)",
      `def test_${nameOf(name)}(world):`,
      ...body,
    ];
    return `${lines.join("\n")}\n`;
  }

  #line(piece: Piece): string {
    return laidOut(piece, 1, page);
  }

  #imports(body: string): readonly string[] {
    const { apps, world } = this.#script;
    const standard = [
      ...(body.includes("base64.b64decode(") ? ["import base64"] : []),
      ...("file" in world ? ["import json", "import pathlib"] : []),
      ...(body.includes("re.compile(") ? ["import re"] : []),
    ];
    return [
      ...standard,
      ...(standard.length === 0 ? [] : [""]),
      "import pytest",
      ...apps.map(({ module, export: name }) => `from ${module} import ${name}`),
    ];
  }

  #world(): readonly string[] {
    const { world } = this.#script;
    if ("file" in world) {
      const file = quoted(world.file.replace(/^\.\//, ""));
      return [
        `RECORDED = json.loads((pathlib.Path(__file__).parent / ${file}).read_text("utf-8"))`,
      ];
    }
    return [laidOut(["RECORDED = ", givenPiece(world.value as never, literals)], 0, page)];
  }

  #step({ deed, reply, expected, notes }: Step): readonly string[] {
    const comments = notes.flatMap((note) => commentLines("#", note, 4));
    if (deed === undefined) return comments;
    const looking = this.#looking(deed);
    const done = this.#deed(deed, looking?.variable);
    const ofReply = expected.filter(({ is }) => is !== "seen");
    const asksMuch = ofReply.some(({ is }) => is === "modal");
    const isKept = reply !== undefined && (this.#kept.has(reply) || ofReply.length > 1 || asksMuch);
    const variable = snake(reply ?? "");
    const received: Piece = isKept ? variable : done;
    const first = isKept
      ? [this.#line([`${variable} = `, done])]
      : ofReply.length === 0
        ? [this.#line(done)]
        : [];
    const lines = expected.flatMap((each) => this.#expectation(each, received));
    return [...comments, ...(looking?.lines ?? []), ...first, ...lines];
  }

  #looking(
    deed: Deed,
  ): { readonly variable: string; readonly lines: readonly string[] } | undefined {
    const held: Held | undefined = "on" in deed ? deed.on : undefined;
    if (held === undefined || !("looked" in held)) return undefined;
    const variable = snake(this.#variables.named("message", "message"));
    const place = this.#place(held.spot);
    const call = brackets("(", shownArguments(held.looked), ")");
    return { variable, lines: [this.#line([`${variable} = ${place}.find`, call])] };
  }

  #place(spot: Spot): string {
    const variable = this.#places.variable(spot);
    return variable === undefined ? placeOf(spot) : snake(variable);
  }

  #deed(deed: Deed, found: string | undefined): Piece {
    return isWorldDeed(deed) ? worldDeed(deed) : this.#userDeed(deed, found);
  }

  #userDeed(deed: UserDeed, found: string | undefined): Piece {
    switch (deed.do) {
      case "run":
        return [this.#place(deed.spot), ".run", brackets("(", runArguments(deed), ")")];
      case "runOn": {
        const parts = [deed.target, deed.command].map(quoted);
        const app = `app=${quoted(deed.application)}`;
        return [this.#place(deed.spot), ".run_on", brackets("(", [...parts, app], ")")];
      }
      case "autocomplete": {
        const app = deed.application === undefined ? [] : [`app=${quoted(deed.application)}`];
        return [
          this.#place(deed.spot),
          ".autocomplete",
          brackets("(", [quoted(deed.text), ...app], ")"),
        ];
      }
      case "click":
      case "select":
        return this.#used(deed, found);
      case "submit": {
        const fields = deed.fields.map(([key, value]) => [
          `${quoted(key)}: `,
          givenPiece(value, literals),
        ]);
        const given = brackets("{", fields, "}");
        return [`${snake(deed.form)}.submit`, brackets("(", [["**", given]], ")")];
      }
      case "react":
        return reactPiece(deed, found);
      case "message":
        return [this.#place(deed.spot), ".message", brackets("(", [textPiece(deed.content)], ")")];
    }
  }

  /** A control that is used: of the user's own answer, or of a message that they see. */
  #used(deed: UserDeed & { readonly do: "click" | "select" }, found: string | undefined): Piece {
    const values = deed.do === "select" ? deed.values.map(quoted) : [];
    const answer = found === undefined && "reply" in deed.on ? deed.on : undefined;
    const control = [quoted(deed.control), ...values];
    if (answer?.user === deed.user) {
      return [`${snake(answer.reply)}.${deed.do}`, brackets("(", control, ")")];
    }
    const on = answer === undefined ? (found ?? "") : `${snake(answer.reply)}.message`;
    return [`${userOf(deed.user)}.${deed.do}`, brackets("(", [on, ...control], ")")];
  }

  #expectation(expected: Expected, received: Piece): readonly string[] {
    const asserted = (...piece: readonly Piece[]) => [this.#line(["assert ", ...piece])];
    switch (expected.is) {
      case "seen":
        return asserted(
          `${this.#place(expected.spot)}.shows`,
          brackets("(", shownArguments(expected.message), ")"),
        );
      case "replied":
        return asserted(received, ".has", brackets("(", replyArguments(expected.message), ")"));
      case "denied":
        return asserted(received, `.denied_at == ${expected.step}`);
      case "modal": {
        const { title, fields } = expected;
        const titled = asserted(received, ".modal_has", brackets("(", [textPiece(title)], ")"));
        const labels = brackets("[", fields.map(quoted), "]");
        return fields.length === 0
          ? titled
          : [...titled, ...asserted(received, ".fields == ", labels)];
      }
      case "choices": {
        const isFixed = !expected.names.some(({ varies }) => varies);
        const names = brackets("[", expected.names.map(textPiece), "]");
        return isFixed ? asserted(received, ".choices == ", names) : asserted(received, ".choices");
      }
      case "timedOut":
        return asserted(received, ".timed_out");
      case "failed":
        return asserted(received, ".failed");
      case "launched":
        return asserted(received, '.outcome == "launched"');
      case "unfulfilled":
        return asserted(received, ".unfulfilled");
    }
  }
}

function userOf(name: string): string {
  return `world.user(${quoted(name)})`;
}

function reactPiece(
  { user, on, emoji, isTakenBack }: UserDeed & { readonly do: "react" },
  found: string | undefined,
): Piece {
  const message = found ?? ("reply" in on ? `${snake(on.reply)}.message` : "");
  const back = isTakenBack ? ["remove=True"] : [];
  return [`${userOf(user)}.react`, brackets("(", [message, quoted(emoji), ...back], ")")];
}

function placeOf({ user, channel, guild }: Spot): string {
  if (channel.startsWith("@")) return `${userOf(user)}.dm(${quoted(channel.slice(1))})`;
  const within = guild === undefined ? "" : `, guild=${quoted(guild)}`;
  return `${userOf(user)}.in_(${quoted(channel)}${within})`;
}

function runArguments({ text, application, options, files }: Run): readonly Piece[] {
  const parts: Piece[] = [quoted(text)];
  if (application !== undefined) parts.push(`app=${quoted(application)}`);
  if (options !== undefined) parts.push(["options=", givenPiece(options, literals)]);
  if (files.length > 0) {
    const given = files.map(({ name, data }) => `${quoted(name)}: ${fileText(data)}`);
    parts.push(["files=", brackets("{", given, "}")]);
  }
  return parts;
}

function fileText(data: string): string {
  const bytes = Buffer.from(data, "base64");
  const text = bytes.toString("utf8");
  return Buffer.from(text).equals(bytes)
    ? `${quoted(text)}.encode()`
    : `base64.b64decode(${quoted(data)})`;
}

function worldDeed(deed: WorldDeed): Piece {
  const called = (route: string, body?: Piece) => [
    "world.control.call",
    brackets("(", [quoted(route), ...(body === undefined ? [] : [body])], ")"),
  ];
  switch (deed.do) {
    case "deauthorize":
      return [`${userOf(deed.user)}.deauthorize`, brackets("(", [quoted(deed.application)], ")")];
    case "advance":
      return `world.clock.advance(${deed.ms / 1000})`;
    case "set":
      return called("PATCH /clock", givenPiece({ now: deed.now }, literals));
    case "add": {
      const fields = givenPiece(deed.entity, literals);
      return ["world.add", brackets("(", [quoted(deed.kind), ["**", fields]], ")")];
    }
    case "fault":
      return called("POST /faults", givenPiece(deed.fault, literals));
    case "clearFaults":
      return called("DELETE /faults");
    case "resetLimits":
      return called("POST /limits/reset");
    case "control":
      return called(
        deed.route,
        deed.body === undefined ? undefined : givenPiece(deed.body, literals),
      );
  }
}

function replyArguments(message: ShownMessage | undefined): readonly Piece[] {
  return message === undefined ? [] : [textPiece(message.content), ...fieldsOf(message)];
}

function fieldsOf({ ephemeral, fields }: ShownMessage): readonly Piece[] {
  const shown = Object.entries(fields).map(([key, value]) => [
    `${key}=`,
    shownPiece(value, literals),
  ]);
  return [...(ephemeral ? ["ephemeral=True"] : []), ...shown];
}

function shownArguments(message: ShownMessage): readonly Piece[] {
  const hasText = message.content.parts.some((part) => part !== "");
  return [...(hasText ? [textPiece(message.content)] : []), ...fieldsOf(message)];
}

function startOf({ name, by, isFirst, export: local }: StartedApp): string {
  if (by === "http") return `world.serve(${quoted(name)}, ${local})`;
  const token = isFirst ? "" : `, world.application(${quoted(name)})["bot"]["token"]`;
  return `world.login(${local}()${token})`;
}
