// A test for pytest.
import { commentLines } from "./comments.ts";
import { brackets, layOut, type Piece } from "./layout.ts";
import type {
  TestAction,
  Expected,
  FoundLobby,
  ActedMessage,
  ChangedRoles,
  MemberRoles,
  VisibleMessage,
  StartedApp,
  Step,
  TestScript,
} from "./model.ts";
import { usedLobbies, usedReplies, isOfReply, createdLobby, Places } from "./places.ts";
import { actionPiece, placeOf, placePiece } from "./python-actions.ts";
import { foundLobbyPiece } from "./python-players.ts";
import { literals, quoted, snake, textPiece } from "./python-texts.ts";
import { inputPiece, expectedPiece } from "./values.ts";
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
  readonly #usedReplies: ReadonlySet<string>;
  readonly #usedLobbies: ReadonlySet<string>;
  readonly #variables: Variables;

  constructor(script: TestScript) {
    this.#script = script;
    const replies = script.steps.flatMap(({ reply }) => reply ?? []);
    this.#variables = new Variables([...replies, ...script.apps.map((app) => app.export)]);
    this.#places = new Places(script.steps, this.#variables);
    this.#usedReplies = usedReplies(script.steps);
    this.#usedLobbies = usedLobbies(script.steps);
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
    return layOut(piece, 1, page);
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
    return [layOut(["RECORDED = ", inputPiece(world.value, literals)], 0, page)];
  }

  #step({ action, reply, expected, notes }: Step): readonly string[] {
    const comments = notes.flatMap((note) => commentLines("#", note, 4));
    if (action === undefined) return comments;
    const lookup = this.#messageLookup(action);
    const lobby = createdLobby(action, this.#usedLobbies);
    const assignment = lobby === undefined ? "" : `${snake(lobby)} = `;
    const call: Piece = [assignment, actionPiece(action, this.#places, lookup?.variable)];
    const { received, first } = this.#answer(call, reply, expected);
    const lines = expected.flatMap((each) => {
      if (each.is === "roles") return this.#roles(each.members);
      return each.is === "lobby"
        ? [this.#line(foundLobbyPiece(each, this.#usedLobbies.has(each.lobby)))]
        : this.#expectation(each, received);
    });
    return [...comments, ...(lookup?.lines ?? []), ...first, ...lines];
  }

  /** The response to an action, either inlined in its expectation or stored in a variable first. */
  #answer(
    call: Piece,
    reply: string | undefined,
    expected: readonly Expected[],
  ): { readonly received: Piece; readonly first: readonly string[] } {
    const ofReply = expected.filter(isOfReply);
    const needsVariable = ofReply.length > 1 || ofReply.some(({ is }) => is === "modal");
    if (reply !== undefined && (needsVariable || this.#usedReplies.has(reply))) {
      const variable = snake(reply);
      return { received: variable, first: [this.#line([`${variable} = `, call])] };
    }
    return { received: call, first: ofReply.length === 0 ? [this.#line(call)] : [] };
  }

  /** The lines that find a message before an action uses it. */
  #messageLookup(
    action: TestAction,
  ): { readonly variable: string; readonly lines: readonly string[] } | undefined {
    const message: ActedMessage | undefined = "on" in action ? action.on : undefined;
    if (message === undefined || !("visible" in message)) return undefined;
    const variable = snake(this.#variables.add("message", "message"));
    const place = placePiece(message.spot, this.#places);
    const call = brackets("(", visibleArguments(message.visible), ")");
    return { variable, lines: [this.#line([`${variable} = ${place}.find`, call])] };
  }

  /** The roles that members have once applications have done what no user sees. */
  #roles(members: readonly MemberRoles[]): readonly string[] {
    return ["world.settled()", ...members.flatMap(rolesOf)].map((line) => this.#line(line));
  }

  #expectation(
    expected: Exclude<Expected, FoundLobby | ChangedRoles>,
    received: Piece,
  ): readonly string[] {
    const assertion = (...piece: readonly Piece[]) => [this.#line(["assert ", ...piece])];
    switch (expected.is) {
      case "seen":
        return assertion(
          `${placePiece(expected.spot, this.#places)}.shows`,
          brackets("(", visibleArguments(expected.message), ")"),
        );
      case "replied":
        return assertion(received, ".has", brackets("(", replyArguments(expected.message), ")"));
      case "denied":
        return assertion(received, `.denied_at == ${expected.step}`);
      case "modal": {
        const { title, fields } = expected;
        const titleAssertion = assertion(
          received,
          ".modal_has",
          brackets("(", [textPiece(title)], ")"),
        );
        const labels = brackets("[", fields.map(quoted), "]");
        return fields.length === 0
          ? titleAssertion
          : [...titleAssertion, ...assertion(received, ".fields == ", labels)];
      }
      case "choices": {
        const isFixed = !expected.names.some(({ varies }) => varies);
        const names = brackets("[", expected.names.map(textPiece), "]");
        return isFixed
          ? assertion(received, ".choices == ", names)
          : assertion(received, ".choices");
      }
      case "timedOut":
        return assertion(received, ".timed_out");
      case "failed":
        return assertion(received, ".failed");
      case "launched":
        return assertion(received, '.outcome == "launched"');
      case "unfulfilled":
        return assertion(received, ".unfulfilled");
    }
  }
}

/** The assertions about a member's roles. */
function rolesOf({ user, guild, added, removed }: MemberRoles): readonly string[] {
  const within = guild === undefined ? "" : `, guild=${quoted(guild)}`;
  const roles = `world.member(${quoted(user)}${within}).roles()`;
  return [
    ...added.map((role) => `assert ${quoted(role)} in ${roles}`),
    ...removed.map((role) => `assert ${quoted(role)} not in ${roles}`),
  ];
}

function replyArguments(message: VisibleMessage | undefined): readonly Piece[] {
  return message === undefined ? [] : [textPiece(message.content), ...fieldsOf(message)];
}

function fieldsOf({ ephemeral, fields }: VisibleMessage): readonly Piece[] {
  const expected = Object.entries(fields).map(([key, value]) => [
    `${key}=`,
    expectedPiece(value, literals),
  ]);
  return [...(ephemeral ? ["ephemeral=True"] : []), ...expected];
}

function visibleArguments(message: VisibleMessage): readonly Piece[] {
  return message.content.isEmpty ? fieldsOf(message) : replyArguments(message);
}

function startOf({ name, by, isFirst, export: local }: StartedApp): string {
  if (by === "http") return `world.serve(${quoted(name)}, ${local})`;
  const token = isFirst ? "" : `, world.application(${quoted(name)})["bot"]["token"]`;
  return `world.login(${local}()${token})`;
}
