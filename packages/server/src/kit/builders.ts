// Changes that a test makes without needing permissions; the resulting events are sent.
import { isTyped } from "./actors/command-text.ts";
import { segment, type ControlClient } from "./client/control-client.ts";
import { request } from "./client/environment.ts";
import { ApiRefusal, CannotDo, severalCalled } from "./client/errors.ts";
import { suggestion } from "./client/nearest.ts";
import type { Command } from "./client/wire-types.ts";
import type { Unended } from "./client/unended.ts";
import type { Turns } from "./turns.ts";

/** Command permission types. Source: protocol: commands-and-interactions 4.1. */
const subjects = { role: 1, user: 2, channel: 3 } as const;

/**
 * The role, user or channel of a command permission, by name or id; `{ channel: "*" }` stands for
 * all channels.
 */
export type PermissionSubject =
  | { readonly role: string }
  | { readonly user: string }
  | { readonly channel: string };

interface BuilderDeps {
  readonly control: ControlClient;
  /** Shared by the whole world, since two changes of one subject may start concurrently. */
  readonly turns: Turns;
  readonly unended: Unended;
}

/** A member of a guild, whose roles and settings a test changes: `world.member("alice")`. */
export class MemberBuilder {
  readonly #control: ControlClient;
  readonly #turns: Turns;
  readonly #unended: Unended;
  readonly #guild: string;
  readonly #path: string;

  constructor(
    { control, turns, unended }: BuilderDeps,
    { guild, user }: { readonly guild: string; readonly user: string },
  ) {
    this.#control = control;
    this.#turns = turns;
    this.#unended = unended;
    this.#guild = guild;
    this.#path = `/members/${segment(guild)}/${segment(user)}`;
  }

  /** Adds a role by name or id. @throws CannotDo when there is none */
  addRole(role: string): Promise<void> {
    return this.#changeRoles(role, (held, id) => [...held, id]);
  }

  /** Removes a role by name or id. @throws CannotDo when there is none */
  removeRole(role: string): Promise<void> {
    return this.#changeRoles(role, (held, id) => held.filter((each) => each !== id));
  }

  /** The names of the member's roles, without `@everyone`. */
  async roles(): Promise<readonly string[]> {
    const { roles: held = [] } = await this.#control.call<{ roles?: string[] }>(
      `GET ${this.#path}`,
    );
    const all = await this.#rolesOfGuild();
    return held.map((id) => all.find((role) => role.id === id)?.name ?? id);
  }

  /** Removes the member from the guild, as if they had left. */
  leave(): Promise<void> {
    return this.#unended.follow(async () => {
      await this.#control.call(`DELETE ${this.#path}`);
    });
  }

  /** Changes the given fields of the member. */
  edit(change: object): Promise<unknown> {
    return this.#unended.follow(() => this.#control.call(`PATCH ${this.#path}`, { body: change }));
  }

  async #roleId(role: string): Promise<string> {
    return namedAmong(await this.#rolesOfGuild(), "role", role);
  }

  async #rolesOfGuild(): Promise<readonly NamedEntity[]> {
    const path = `GET /guilds/${segment(this.#guild)}`;
    return (await this.#control.call<NamedEntities>(path)).roles ?? [];
  }

  #changeRoles(
    role: string,
    change: (held: readonly string[], id: string) => readonly string[],
  ): Promise<void> {
    return this.#unended.follow(async () => {
      const id = await this.#roleId(role);
      await this.#turns.take(this.#path, async () => {
        const { roles = [] } = await this.#control.call<{ roles?: string[] }>(`GET ${this.#path}`);
        await this.edit({ roles: change(roles, id) });
      });
    });
  }
}

interface CommandPlace {
  readonly api: string;
  readonly application: string;
  /** The command's name or id. */
  readonly command: string;
  readonly guild: string;
}

interface Entry {
  readonly id: string;
  readonly type: number;
  readonly permission: boolean;
}

interface NamedEntity {
  readonly id: string;
  readonly name?: string;
}

interface NamedEntities {
  readonly id: string;
  readonly owner: string;
  readonly roles?: readonly NamedEntity[];
  readonly channels?: readonly NamedEntity[];
}

/**
 * The id of the only entity with this name (`mods`, `@mods` or `#general`) or id.
 *
 * @throws CannotDo when there is none, or several have the name
 */
function namedAmong(among: readonly NamedEntity[], kind: string, written: string): string {
  const plain = written.replace(/^[#@]/, "");
  const byId = among.filter(({ id }) => id === plain);
  const found = byId.length > 0 ? byId : among.filter(({ name }) => name === plain);
  const [first, second] = found;
  if (first === undefined) {
    const names = among.flatMap(({ name }) => name ?? []);
    throw new CannotDo(`there is no ${kind} "${written}"${suggestion(written, names)}`);
  }
  if (second !== undefined) {
    const ids = found.map(({ id }) => id);
    throw severalCalled(written, ids);
  }
  return first.id;
}

/** Changes a command's permissions in a guild: `world.command("Concierge", "/ban")`. */
export class CommandBuilder {
  readonly #control: ControlClient;
  readonly #turns: Turns;
  readonly #unended: Unended;
  readonly #place: CommandPlace;

  constructor({ control, turns, unended }: BuilderDeps, place: CommandPlace) {
    this.#control = control;
    this.#turns = turns;
    this.#unended = unended;
    this.#place = place;
  }

  /** Allows the command for a role, a user or a channel. */
  allow(subject: PermissionSubject): Promise<void> {
    return this.#unended.follow(() => this.#enter(subject, true));
  }

  /** Denies the command for a role, a user or a channel. */
  deny(subject: PermissionSubject): Promise<void> {
    return this.#unended.follow(() => this.#enter(subject, false));
  }

  /** Uses the API on behalf of the guild's owner, as the guild's settings do. */
  async #enter(subject: PermissionSubject, permission: boolean): Promise<void> {
    const { application, guild } = this.#place;
    const entities = await this.#control.call<NamedEntities>(`GET /guilds/${segment(guild)}`);
    const command = await this.#commandIn(entities.id);
    const entry = await this.#entryFor(subject, permission, entities);
    const body = {
      user: entities.owner,
      application,
      scopes: ["applications.commands.permissions.update"],
    };
    const { token } = await this.#control.call<{ token: string }>("POST /tokens", { body });
    const path = `/applications/${application}/guilds/${entities.id}/commands/${command}/permissions`;
    await this.#turns.take(path, async () => {
      const before = await this.#call<{ permissions?: Entry[] }>("GET", path, token);
      const others = (before?.permissions ?? []).filter(({ id }) => id !== entry.id);
      await this.#call("PUT", path, token, { permissions: [...others, entry] });
    });
  }

  /**
   * The id of the command that users of the guild get by this name: as for them, a typed command
   * comes before menu commands, and the guild's own before the global one. @throws CannotDo
   */
  async #commandIn(guild: string): Promise<string> {
    const { application, command: wanted } = this.#place;
    const { commands = [] } = await this.#control.call<{ commands?: readonly Command[] }>(
      `GET /applications/${segment(application)}`,
    );
    const here = commands.filter(({ guild_id: of = null }) => of === null || of === guild);
    const found = here.filter(({ id, name }) => id === wanted || name === wanted);
    const typed = found.filter(isTyped);
    const namesakes = typed.length > 0 ? typed : found;
    const [first] = namesakes;
    if (first !== undefined) return (namesakes.find((each) => each.guild_id === guild) ?? first).id;
    const names = here.map(({ name }) => `/${name}`);
    throw new CannotDo(`there is no command /${wanted}${suggestion(`/${wanted}`, names)}`);
  }

  async #entryFor(
    subject: PermissionSubject,
    permission: boolean,
    { id: guild, roles = [], channels = [] }: NamedEntities,
  ): Promise<Entry> {
    const [[kind, name]] = Object.entries(subject) as [[keyof typeof subjects, string]];
    if (!Object.hasOwn(subjects, kind)) {
      const kinds = Object.keys(subjects);
      throw new CannotDo(`an entry cannot be about a "${kind}"${suggestion(kind, kinds)}`);
    }
    const type = subjects[kind];
    if (kind === "user") {
      const path = `GET /users/${segment(name.replace(/^@/, ""))}`;
      return { id: (await this.#control.call<{ id: string }>(path)).id, type, permission };
    }
    // Ids that stand for everyone, or for all channels. Source: protocol: commands-and-interactions 4.1.
    const [all, among] =
      kind === "role"
        ? [{ id: guild, name: "@everyone" }, roles]
        : [{ id: String(BigInt(guild) - 1n), name: "*" }, channels];
    const isAll = [all.id, all.name].includes(name);
    return { id: isAll ? all.id : namedAmong(among, kind, name), type, permission };
  }

  /** The response; undefined if a GET finds nothing. */
  async #call<T>(
    method: string,
    path: string,
    token: string,
    body?: object,
  ): Promise<T | undefined> {
    const response = await request(`${this.#place.api}/v10${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text) as T;
    if (response.status === 404 && method === "GET") return undefined;
    throw ApiRefusal.of(`${method} ${path}`, response.status, text);
  }
}
