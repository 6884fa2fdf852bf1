// A test for vitest, jest or node:test.
import { actionPiece, placeOf, placePiece } from "./javascript-actions.ts";
import { literals, quoted, textPiece } from "./javascript-texts.ts";
import { foundLobbyPiece } from "./javascript-players.ts";
import { brackets, layOut, spacedBraces, type Piece } from "./layout.ts";
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
  Text,
} from "./model.ts";
import { usedLobbies, usedReplies, isOfReply, createdLobby, Places } from "./places.ts";
import { commentLines } from "./comments.ts";
import { inputPiece, expectedPiece } from "./values.ts";
import { Variables } from "./variables.ts";

export type JavascriptRunner = "vitest" | "jest" | "node";

const page = { width: 100, indent: "  " };

/**
 * Test runners allow a test five seconds by default; one that may take longer than this gets an
 * explicit timeout.
 */
const SHORT_MS = 2000;
/** The factor by which a busy machine may be slower. */
const SLOWDOWN = 5;

/** Returns the source of the test. */
export function javascriptTest(script: TestScript, runner: JavascriptRunner): string {
  return new JavascriptTest(script, runner).text();
}

class JavascriptTest {
  readonly #script: TestScript;
  readonly #runner: JavascriptRunner;
  readonly #places: Places;
  readonly #usedReplies: ReadonlySet<string>;
  readonly #usedLobbies: ReadonlySet<string>;
  readonly #variables: Variables;

  constructor(script: TestScript, runner: JavascriptRunner) {
    this.#script = script;
    this.#runner = runner;
    const replies = script.steps.flatMap(({ reply }) => reply ?? []);
    this.#variables = new Variables([...replies, ...script.apps.map((app) => app.export)]);
    this.#places = new Places(script.steps, this.#variables);
    this.#usedReplies = usedReplies(script.steps);
    this.#usedLobbies = usedLobbies(script.steps);
  }

  text(): string {
    const { name, apps, steps, notes } = this.#script;
    const started = apps.map((app, i) => this.#line(1, startOf(app, localName(apps, i))));
    const places = this.#places.named.map(({ spot, variable }) =>
      this.#line(1, [`const ${variable} = `, placeOf(spot), ";"]),
    );
    const beginning = [...started, ...places];
    const played = steps.flatMap((step) => this.#step(step));
    const lines = [
      ...notes.flatMap((note) => commentLines("//", note, 0)),
      ...this.#imports(),
      "",
      ...this.#opening(name),
      ...beginning,
      ...(beginning.length === 0 ? [] : [""]),
      ...played,
      `}${this.#timeout()});`,
    ];
    return `${lines.join("\n")}\n`;
  }

  #line(depth: number, piece: Piece): string {
    return layOut(piece, depth, page);
  }

  #imports(): readonly string[] {
    const { apps, world, steps } = this.#script;
    const needsEqual = steps.some(({ expected }) =>
      expected.some(({ is }) => is === "unfulfilled" || is === "roles"),
    );
    const own = {
      vitest: ['import { expect, test } from "antechamber/testing/vitest";'],
      jest: ['import { expect, test } from "antechamber/testing/jest";'],
      node: [
        ...(needsEqual ? ['import { equal } from "node:assert/strict";'] : []),
        'import test from "node:test";',
        'import { assert, useWorld } from "antechamber/testing/node";',
      ],
    }[this.#runner];
    const modules = apps.map(({ module, export: name }, i) => {
      const isDefault = name === "default";
      const local = localName(apps, i);
      const named = local === name ? name : `${name} as ${local}`;
      return `import ${isDefault ? local : `{ ${named} }`} from ${quoted(module)};`;
    });
    const file =
      "file" in world
        ? [`import recorded from ${quoted(relative(world.file))} with { type: "json" };`]
        : [];
    return [...own, ...modules, ...file];
  }

  #opening(name: string): readonly string[] {
    const { world } = this.#script;
    const value: Piece = "file" in world ? "recorded" : inputPiece(world.value, literals);
    if (this.#runner === "node") {
      const options = spacedBraces([["world: ", value]]);
      return [
        `test(${quoted(name)}, async (t) => {`,
        this.#line(1, [
          "const { world } = await useWorld",
          brackets("(", ["t", options], ")"),
          ";",
        ]),
      ];
    }
    const options = spacedBraces([["world: ", value]]);
    return [
      this.#line(0, ["test.use", brackets("(", [options], ")"), ";"]),
      "",
      `test(${quoted(name)}, async ({ world }) => {`,
    ];
  }

  /** The timeout argument of the test, where it may take longer than usual. */
  #timeout(): string {
    const ms = playMs(this.#script);
    if (this.#runner === "node" || ms <= SHORT_MS) return "";
    const allowed = String(Math.ceil((ms * SLOWDOWN) / 10_000) * 10_000);
    return `, ${allowed.replaceAll(/\B(?=(\d{3})+$)/g, "_")}`;
  }

  #step({ action, reply, expected, notes }: Step): readonly string[] {
    const comments = notes.flatMap((note) => commentLines("//", note, 2));
    if (action === undefined) return comments;
    const lookup = this.#messageLookup(action);
    const lobby = createdLobby(action, this.#usedLobbies);
    const assignment = lobby === undefined ? "" : `const ${lobby} = `;
    const call: Piece = [
      `${assignment}await `,
      actionPiece(action, this.#places, lookup?.variable),
    ];
    const { received, first } = this.#answer(call, reply, expected);
    const lines = expected.map((each) => {
      if (each.is === "roles") return this.#roles(each.members);
      return each.is === "lobby"
        ? [this.#line(1, foundLobbyPiece(each, this.#usedLobbies.has(each.lobby)))]
        : this.#expectation(each, received, reply ?? "");
    });
    return [...comments, ...(lookup?.lines ?? []), ...first, ...lines.flat()];
  }

  /** The response to an action, either inlined in its expectation or stored in a variable first. */
  #answer(
    call: Piece,
    reply: string | undefined,
    expected: readonly Expected[],
  ): { readonly received: Piece; readonly first: readonly string[] } {
    const ofReply = expected.filter(isOfReply);
    const isStored = reply !== undefined && (this.#usedReplies.has(reply) || ofReply.length > 1);
    if (isStored)
      return { received: reply, first: [this.#line(1, [`const ${reply} = `, call, ";"])] };
    return { received: call, first: ofReply.length === 0 ? [this.#line(1, [call, ";"])] : [] };
  }

  /** The lines that find a message before an action uses it. */
  #messageLookup(
    action: TestAction,
  ): { readonly variable: string; readonly lines: readonly string[] } | undefined {
    const message: ActedMessage | undefined = "on" in action ? action.on : undefined;
    if (message === undefined || !("visible" in message)) return undefined;
    const variable = this.#variables.add("message", "message");
    const place = placePiece(message.spot, this.#places);
    const call = brackets("(", [messagePiece(message.visible)], ")");
    return {
      variable,
      lines: [this.#line(1, [`const ${variable} = await `, place, ".find", call, ";"])],
    };
  }

  #expectation(
    expected: Exclude<Expected, FoundLobby | ChangedRoles>,
    received: Piece,
    reply: string,
  ): readonly string[] {
    switch (expected.is) {
      case "seen": {
        const place = placePiece(expected.spot, this.#places);
        return [this.#assertion("toSee", place, [messagePiece(expected.message)], true)];
      }
      case "replied":
        return [this.#assertion("toHaveReplied", received, replyArguments(expected.message))];
      case "denied": {
        const by = typeof expected.by === "string" ? quoted(expected.by) : String(expected.by);
        return [this.#assertion("toBeDenied", received, [spacedBraces([`by: ${by}`])])];
      }
      case "modal":
        return [this.#assertion("toHaveModal", received, [formPiece(expected)])];
      case "choices":
        return [this.#assertion("toHaveChoices", received, [choicesPiece(expected.names)])];
      case "timedOut":
        return [this.#assertion("toHaveTimedOut", received, [])];
      case "failed":
        return [this.#assertion("toHaveFailed", received, [])];
      case "launched":
        return [this.#assertion("toHaveLaunched", received, [])];
      case "unfulfilled": {
        const deferred =
          this.#runner === "node"
            ? `equal(${reply}.outcome, "deferred");`
            : `expect(${reply}.outcome).toBe("deferred");`;
        return [`  ${reply}.expect();`, `  ${deferred}`];
      }
    }
  }

  /** The roles that members have once applications have done what no user sees. */
  #roles(members: readonly MemberRoles[]): readonly string[] {
    const lines = members.flatMap(({ user, guild, added, removed }) => {
      const within = guild === undefined ? "" : `, { guild: ${quoted(guild)} }`;
      const roles = `await world.member(${quoted(user)}${within}).roles()`;
      return [
        ...added.map((role) => this.#included(roles, role, true)),
        ...removed.map((role) => this.#included(roles, role, false)),
      ];
    });
    return ["  await world.settled();", ...lines];
  }

  #included(list: string, text: string, isIncluded: boolean): string {
    const not = isIncluded ? "" : ".not";
    return this.#line(
      1,
      this.#runner === "node"
        ? `equal((${list}).includes(${quoted(text)}), ${isIncluded});`
        : `expect(${list})${not}.toContain(${quoted(text)});`,
    );
  }

  #assertion(matcher: string, received: Piece, args: readonly Piece[], isAwaited = false): string {
    const start = isAwaited ? "await " : "";
    const piece =
      this.#runner === "node"
        ? [`${start}assert.${matcher}`, brackets("(", [received, ...args], ")"), ";"]
        : [
            `${start}expect`,
            brackets("(", [received], ")"),
            `.${matcher}`,
            brackets("(", args, ")"),
            ";",
          ];
    return this.#line(1, piece);
  }
}

/**
 * An estimate of how long a test takes, in milliseconds; the kit waits a second before an
 * application times out.
 */
function playMs({ apps, steps }: TestScript): number {
  const actions = steps.filter(({ action }) => action !== undefined);
  const silences = steps.filter(({ expected }) =>
    expected.some(({ is }) => is === "timedOut" || is === "unfulfilled"),
  );
  return 500 * apps.length + 200 * actions.length + 1200 * silences.length;
}

function replyArguments(message: VisibleMessage | undefined): readonly Piece[] {
  if (message === undefined) return [];
  const fields = fieldsOf(message);
  return [textPiece(message.content), ...(fields.length === 0 ? [] : [spacedBraces(fields)])];
}

function fieldsOf({ ephemeral, fields }: VisibleMessage): readonly Piece[] {
  const expected = Object.entries(fields).map(([key, value]) => [
    `${key}: `,
    expectedPiece(value, literals),
  ]);
  return [...(ephemeral ? ["ephemeral: true"] : []), ...expected];
}

/** The argument that matches a message: its text if it has nothing else, or else an object. */
function messagePiece(message: VisibleMessage): Piece {
  const fields = fieldsOf(message);
  const { content } = message;
  if (content.isEmpty) return spacedBraces(fields);
  if (fields.length === 0) return textPiece(content);
  return spacedBraces([["content: ", textPiece(content)], ...fields]);
}

function formPiece({ title, fields }: Expected & { readonly is: "modal" }): Piece {
  const labels = brackets("[", fields.map(quoted), "]");
  const parts: Piece[] = [["title: ", textPiece(title)]];
  if (fields.length > 0) parts.push(["fields: ", labels]);
  return spacedBraces(parts);
}

function choicesPiece(names: readonly Text[]): Piece {
  if (names.some(({ varies }) => varies)) return "/./";
  return brackets("[", names.map(textPiece), "]");
}

/** The statement that starts an application and connects it to the world. */
function startOf(app: StartedApp, local: string): Piece {
  const as = app.isFirst ? "" : `, { as: ${quoted(app.name)} }`;
  if (app.by === "http") return `await world.serve(${quoted(app.name)}, ${local});`;
  const options = `world.options(${quoted(app.library)}${as})`;
  return [
    "await world.login",
    brackets("(", [`${local}(${options})`, ...(as === "" ? [] : [as.slice(2)])], ")"),
    ";",
  ];
}

/** The name under which the test imports an application's export. */
function localName(apps: readonly StartedApp[], i: number): string {
  const name = apps[i]?.export ?? "";
  const base = name === "default" ? "app" : name;
  const before = apps
    .slice(0, i)
    .filter((each) => (each.export === "default" ? "app" : each.export) === base);
  return before.length === 0 ? base : `${base}${before.length + 1}`;
}

function relative(path: string): string {
  return /^\.{0,2}\//.test(path) ? path : `./${path}`;
}
