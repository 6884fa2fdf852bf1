// A test for pytest.
import { commentLines } from "./comments.ts";
import { brackets, laidOut, type Piece } from "./layout.ts";
import type {
  Deed,
  Expected,
  FoundLobby,
  Held,
  Run,
  ShownMessage,
  Spot,
  StartedApp,
  Step,
  TestScript,
  UserDeed,
  WorldDeed,
} from "./model.ts";
import {
  isPlayerDeed,
  isWorldDeed,
  keptLobbies,
  keptReplies,
  madeLobby,
  Places,
} from "./places.ts";
import { foundLobbyPiece, playerPiece } from "./python-players.ts";
import { filesPiece, literals, quoted, snake, textPiece } from "./python-texts.ts";
import { givenPiece, shownPiece } from "./values.ts";
import { Variables } from "./variables.ts";

const page = { width: 100, indent: "    " };

/** Returns the source of the test. */
export function pythonTest(script: TestScript): string {
  return new PythonTest(script).text();
}

/** The name of the test function, made from the test's name. */
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
  readonly #lobbies: ReadonlySet<string>;
  readonly #variables: Variables;

  constructor(script: TestScript) {
    this.#script = script;
    const replies = script.steps.flatMap(({ reply }) => reply ?? []);
    this.#variables = new Variables([...replies, ...script.apps.map((app) => app.export)]);
    this.#places = new Places(script.steps, this.#variables);
    this.#kept = keptReplies(script.steps);
    this.#lobbies = keptLobbies(script.steps);
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
    return [laidOut(["RECORDED = ", givenPiece(world.value, literals)], 0, page)];
  }

  #step({ deed, reply, expected, notes }: Step): readonly string[] {
    const comments = notes.flatMap((note) => commentLines("#", note, 4));
    if (deed === undefined) return comments;
    const looking = this.#looking(deed);
    const made = madeLobby(deed, this.#lobbies);
    const bound = made === undefined ? "" : `${snake(made)} = `;
    const done: Piece = [bound, this.#deed(deed, looking?.variable)];
    const { received, first } = this.#answer(done, reply, expected);
    const lines = expected.flatMap((each) =>
      each.is === "lobby"
        ? [this.#line(foundLobbyPiece(each, this.#lobbies.has(each.lobby)))]
        : this.#expectation(each, received),
    );
    return [...comments, ...(looking?.lines ?? []), ...first, ...lines];
  }

  /** The response to a deed, either inlined in its expectation or stored in a variable first. */
  #answer(
    done: Piece,
    reply: string | undefined,
    expected: readonly Expected[],
  ): { readonly received: Piece; readonly first: readonly string[] } {
    const ofReply = expected.filter(({ is }) => is !== "seen" && is !== "lobby");
    const asksMuch = ofReply.length > 1 || ofReply.some(({ is }) => is === "modal");
    if (reply !== undefined && (asksMuch || this.#kept.has(reply))) {
      const variable = snake(reply);
      return { received: variable, first: [this.#line([`${variable} = `, done])] };
    }
    return { received: done, first: ofReply.length === 0 ? [this.#line(done)] : [] };
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
    if (isWorldDeed(deed)) return worldDeed(deed);
    return isPlayerDeed(deed) ? playerPiece(deed) : this.#userDeed(deed, found);
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
        const files = deed.files.length === 0 ? [] : [filesPiece(deed.files)];
        return [`${snake(deed.form)}.submit`, brackets("(", [...files, ["**", given]], ")")];
      }
      case "react":
        return reactPiece(deed, found);
      case "message":
        return [this.#place(deed.spot), ".message", brackets("(", messageArguments(deed), ")")];
    }
  }

  /** The use of a control: on the user's own response, or on another message that they see. */
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

  #expectation(expected: Exclude<Expected, FoundLobby>, received: Piece): readonly string[] {
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

function messageArguments({
  content,
  files,
}: UserDeed & { readonly do: "message" }): readonly Piece[] {
  const given: readonly Piece[] = files.length === 0 ? [] : [["files=", filesPiece(files)]];
  return [textPiece(content), ...given];
}

function runArguments({ text, application, options, files }: Run): readonly Piece[] {
  const parts: Piece[] = [quoted(text)];
  if (application !== undefined) parts.push(`app=${quoted(application)}`);
  if (options !== undefined) parts.push(["options=", givenPiece(options, literals)]);
  if (files.length > 0) parts.push(["files=", filesPiece(files)]);
  return parts;
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
