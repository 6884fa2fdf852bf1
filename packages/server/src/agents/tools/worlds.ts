// `world_new` and `world_edit`: worlds of an agent's own, and their content.
import {
  anything,
  Bool,
  described,
  dictionary,
  object,
  optional,
  text,
  word,
} from "@antechamber/contract/schema";
import type { ControlCallId } from "@antechamber/sdk/control";
import type { Session } from "../../cli/session.ts";
import { neededBy, QUOTED_BELOW, quoted, ToolFailure, type ToolAnswer } from "../answers.ts";
import { reference, tool, writtenWorld, type ToolDeps } from "../tool.ts";

export const worldNew = tool({
  name: "world_new",
  title: "Open a world of your own",
  description:
    "Open a world that only you change: its own clock, ids, limits, journal and port. It becomes the world of all your later calls and is closed when you leave; over HTTP you name it in each call and close it yourself. Starts a service in memory where none runs.",
  input: object({
    name: optional(
      described(
        "a-z, 0-9, - and _. Absent: a free one.",
        text({ min: 1, max: 64, pattern: "^[a-z0-9_-]+$" }),
      ),
    ),
    from: optional(
      described(
        'What it starts from: "demo" (users alice and bob, bot Concierge, guild Test Guild with #general), "empty", or the path of a world file. Absent: demo.',
        text({ min: 1, max: 4096 }),
      ),
    ),
    file: optional(
      described(
        "Or a world file as a value, such as {users: [{username: 'carol'}]}; reference {query: 'world file'} has its keys.",
        anything<object>(),
      ),
    ),
    fork: optional(reference("Or fork this world.")),
    snapshot: optional(reference("Or start from this snapshot.")),
    snapshot_of: optional(reference("The world of the snapshot. Absent: main.")),
    limits: optional(
      described("Rate limits. Absent: off.", word(["production", "unapproved", "off"])),
    ),
    frozen: optional(described("Freeze the clock; the tool clock moves it. Absent: false.", Bool)),
    seed: optional(
      described("A seed for repeatable ids; freezes the clock.", text({ min: 1, max: 1000 })),
    ),
  }),
  isReadOnly: false,
  run: openWorld,
});

interface Opening {
  readonly name?: string;
  readonly from?: string;
  readonly file?: object;
  readonly fork?: string;
  readonly snapshot?: string;
  readonly snapshot_of?: string;
  readonly limits?: "production" | "unapproved" | "off";
  readonly frozen?: boolean;
  readonly seed?: string;
}

async function openWorld(input: Opening, { worlds, secrets }: ToolDeps): Promise<ToolAnswer> {
  await worlds.ensureService();
  const from = await originOf(input, worlds);
  secrets.addFrom(from);
  const { name, seed, frozen, limits = "off" } = input;
  const form = {
    limits,
    ...(name === undefined ? {} : { name }),
    ...(seed === undefined ? {} : { seed }),
    ...(from === undefined ? {} : { from }),
    ...(frozen === undefined ? {} : { clock: { frozen } }),
  };
  const opened = await worlds.open(form, input.snapshot_of);
  return {
    head: [
      worlds.remembers
        ? `world ${opened.name} is open; your calls use it from now on`
        : `world ${opened.name} is open: pass {"world": "${opened.name}"} in every call, and close it at the end`,
      `url ${opened.url}`,
      `api ${opened.api}`,
      `gateway ${opened.gateway}`,
    ],
    foot: [
      "Tokens are not shown. A test with antechamber/testing needs none; for a separate program set one yourself: world_edit {op: 'change', kind: 'applications', id: 'Concierge', fields: {bot: {token: '<base64url of its id>.x.anything'}}}.",
      "next: status shows what is in it; connect_snippet connects a library to it",
    ],
  };
}

async function originOf(
  { from = "demo", file, fork, snapshot }: Opening,
  worlds: ToolDeps["worlds"],
): Promise<object | undefined> {
  const given = [file, fork, snapshot].filter((each) => each !== undefined);
  if (given.length > 1) {
    throw new ToolFailure("file, fork and snapshot exclude each other", "pass one of them");
  }
  if (file !== undefined) return { world: file };
  if (fork !== undefined) return { fork };
  if (snapshot !== undefined) return { snapshot };
  if (from === "empty") return undefined;
  if (from === "demo") {
    const { demoWorld } = await import("../../control/world-file/demo-world.ts");
    return { world: demoWorld };
  }
  worlds.requireFiles("from", "pass the world file as a value in file, or start with from: demo");
  try {
    return { world: await worlds.files.read(from) };
  } catch (error) {
    const next =
      "fix the file, or start with from: demo; reference {query: 'world file'} has its keys";
    throw new ToolFailure(`from: ${from}: ${(error as Error).message}`, next);
  }
}

/**
 * Kinds of entity that can be added, changed and removed: those of the control plane without access
 * tokens, which agents are not shown.
 */
const kinds = [
  "users",
  "applications",
  "teams",
  "guilds",
  "channels",
  "roles",
  "members",
  "installs",
  "skus",
  "entitlements",
  "subscriptions",
] as const;
type Kind = (typeof kinds)[number];

/** The path parameter of an entity's id, for kinds whose id is a single part. */
const idParameters: Readonly<Partial<Record<Kind, string>>> = {
  users: "user",
  applications: "application",
  teams: "team",
  guilds: "guild",
  channels: "channel",
  roles: "role",
  skus: "sku",
  entitlements: "entitlement_id",
  subscriptions: "subscription_id",
};

const ops = [
  "add",
  "change",
  "remove",
  "snapshot",
  "restore",
  "diff",
  "reset",
  "keep",
  "close",
] as const;

export const worldEdit = tool({
  name: "world_edit",
  title: "Edit a world",
  description:
    "Add, change or remove records of a world; take a snapshot, restore it, or list what changed since (diff); reset the world to its start; keep it after you leave, or close it.",
  input: object({
    op: described("What to do.", word(ops)),
    kind: optional(described("The kind of record.", word(kinds))),
    id: optional(
      reference(
        "For change and remove: its name or id; for members guild/user, for installs guild or user/application.",
      ),
    ),
    fields: optional(
      described(
        'Its fields as world files have them: {"username": "carol"}, {"name": "mods", "guild": "Test Guild", "permissions": "8192"}. For change, only those that change.',
        dictionary(anything(), { maxKeys: 100 }),
      ),
    ),
    name: optional(reference("The name of the snapshot.")),
    world: writtenWorld,
  }),
  isReadOnly: false,
  isDestructive: true,
  run: async (input, deps) => {
    const { name: world, session } = deps.worlds.writing(input.world);
    const head = `in world ${world}:`;
    return edits[input.op](input, { ...deps, session, world, head });
  },
});

interface Edit {
  readonly kind?: Kind;
  readonly id?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly name?: string;
}

interface EditDeps extends ToolDeps {
  readonly session: Session;
  readonly world: string;
  readonly head: string;
}

const edits: Readonly<
  Record<(typeof ops)[number], (edit: Edit, deps: EditDeps) => Promise<ToolAnswer>>
> = {
  async add({ kind, fields }, { session, secrets, head }) {
    const of = needed("add", "kind", kind);
    const body = needed("add", "fields", fields);
    secrets.addFrom(body);
    const added = await loosely(session, `control.${of}.create`, { body });
    secrets.addFrom(added);
    return entityAnswer(`${head} added to ${of}`, secrets.without(added));
  },
  async change({ kind, id, fields }, { session, secrets, head }) {
    const of = needed("change", "kind", kind);
    const body = needed("change", "fields", fields);
    secrets.addFrom(body);
    const path = pathOf(of, needed("change", "id", id));
    const changed = await loosely(session, `control.${of}.edit`, { path, body });
    secrets.addFrom(changed);
    return entityAnswer(`${head} changed in ${of}`, secrets.without(changed));
  },
  async remove({ kind, id }, { session, head }) {
    const of = needed("remove", "kind", kind);
    await loosely(session, `control.${of}.remove`, {
      path: pathOf(of, needed("remove", "id", id)),
    });
    return { head: [`${head} removed ${id} from ${of}`] };
  },
  async snapshot({ name }, { session, head }) {
    const as = needed("snapshot", "name", name);
    await session.call("control.snapshots.create", { body: { name: as } });
    return { head: [`${head} saved as snapshot ${as}`, "next: restore returns to it"] };
  },
  async restore({ name }, { session, head }) {
    const to = needed("restore", "name", name);
    await session.call("control.snapshots.restore", { path: { name: to } });
    return { head: [`${head} restored from ${to}; gateway sessions have ended`] };
  },
  async diff({ name }, { session, head }) {
    const since = needed("diff", "name", name);
    const found = await session.call("control.snapshots.diff", { path: { name: since } });
    const lines = [
      ...found.added.map(({ kind, id }) => `+ ${kind} ${id}`),
      ...found.removed.map(({ kind, id }) => `- ${kind} ${id}`),
      ...found.changed.map(
        ({ kind, id, path, before, after }) =>
          `~ ${kind} ${id} ${path}: ${JSON.stringify(before) ?? "nothing"} → ${JSON.stringify(after) ?? "nothing"}`,
      ),
    ];
    return {
      head: [`${head} ${lines.length} changes since ${since}`, QUOTED_BELOW],
      body: quoted(lines),
      more: () => "compare with a later snapshot",
    };
  },
  async reset(_, { session, head }) {
    await session.call("control.world.reset");
    return { head: [`${head} reset to its start; gateway sessions have ended`] };
  },
  async keep(_, { worlds, world, head }) {
    if (worlds.isServiceOwn) {
      throw new ToolFailure(
        "the service was started for you, and ends when you leave",
        "start one with `antechamber start` and open the world there",
      );
    }
    worlds.keep(world);
    return { head: [`${head} it stays when you leave`] };
  },
  async close(_, { worlds, world }) {
    await worlds.close(world);
    return { head: [`world ${world} is closed`, `your own world: ${worlds.own ?? "none"}`] };
  },
};

const needed = neededBy("world_edit");

/** Calls an endpoint by a composed id; only the service checks the input. */
function loosely(session: Session, id: string, input: object): Promise<unknown> {
  return session.call(id as ControlCallId, input);
}

function pathOf(kind: Kind, id: string): Readonly<Record<string, string>> {
  const parameter = idParameters[kind];
  if (parameter !== undefined) return { [parameter]: id };
  const at = id.lastIndexOf("/");
  const [first, second] = [id.slice(0, Math.max(0, at)), id.slice(at + 1)];
  if (first === "") {
    const shape = kind === "members" ? "guild/user" : "guild or user/application";
    throw new ToolFailure(`id: "${id}" is not ${shape}`, `write it as ${shape}`);
  }
  return kind === "members"
    ? { guild: first, member: second }
    : { owner: first, application: second };
}

function entityAnswer(head: string, entity: unknown): ToolAnswer {
  const fields = Object.entries((entity ?? {}) as Readonly<Record<string, unknown>>);
  return {
    head: [head, QUOTED_BELOW],
    body: quoted(fields.map(([name, value]) => `${name}: ${JSON.stringify(value)}`)),
  };
}
