// Names for ids: tests refer to users, channels and commands by name, never by id.
import type { WorldFile } from "@antechamber/contract/control";
import type { UserInChannel } from "./model.ts";

type Named = Readonly<Record<string, unknown>>;

interface Channel {
  readonly id: string;
  readonly name: string;
  readonly guild: string | undefined;
}

/** A command of an application. */
export interface KnownCommand {
  readonly id: string;
  readonly name: string;
  readonly type: number;
  readonly application: string;
  readonly options: readonly Named[];
}

const text = (value: unknown) => (typeof value === "string" ? value : "");
const items = (value: unknown) => (Array.isArray(value) ? (value as readonly Named[]) : []);

/** The type of commands that are typed. */
export const CHAT_INPUT = 1;

/** Names by id, from the world as it was and as it is now; later files add to earlier ones. */
export class Names {
  readonly #users = new Map<string, string>();
  readonly #applications = new Map<string, string>();
  readonly #guilds = new Map<string, string>();
  readonly #owners = new Map<string, string>();
  readonly #channels = new Map<string, Channel>();
  readonly #roles = new Map<string, string>();
  readonly #commands = new Map<string, KnownCommand>();
  /** The ids of the participants of direct messages, by channel id. */
  readonly #directMessages = new Map<string, readonly string[]>();

  /** @param worlds world files whose references are ids */
  constructor(worlds: readonly WorldFile[]) {
    for (const world of worlds) this.#addWorld(world);
  }

  #addWorld(world: Named): void {
    for (const user of items(world["users"])) {
      this.#users.set(text(user["id"]), text(user["username"]));
    }
    for (const application of items(world["applications"])) this.#addApplication(application);
    for (const guild of items(world["guilds"])) this.#addGuild(guild);
    for (const channel of items(world["private_channels"])) {
      const people = channel["recipients"] ?? channel["users"];
      const ids = Array.isArray(people) ? people.map((each) => idIn(each)) : [];
      this.#directMessages.set(text(channel["id"]), ids);
    }
  }

  #addApplication(application: Named): void {
    const [id, name] = [text(application["id"]), text(application["name"])];
    this.#applications.set(id, name);
    for (const command of items(application["commands"])) {
      const { type = CHAT_INPUT } = command as { readonly type?: number };
      this.#commands.set(text(command["id"]), {
        id: text(command["id"]),
        name: text(command["name"]),
        type,
        application: id,
        options: items(command["options"]),
      });
    }
  }

  #addGuild(guild: Named): void {
    const [id, name] = [text(guild["id"]), text(guild["name"])];
    this.#guilds.set(id, name);
    this.#owners.set(id, text(guild["owner"]));
    for (const role of items(guild["roles"])) this.#roles.set(text(role["id"]), text(role["name"]));
    for (const channel of [...items(guild["channels"]), ...items(guild["threads"])]) {
      const entry = { id: text(channel["id"]), name: text(channel["name"]), guild: id };
      this.#channels.set(entry.id, entry);
    }
  }

  /** Whether the world has no other guild, so that tests need not name it. */
  isOnlyGuild(id: string): boolean {
    return this.#guilds.size === 1 && this.#guilds.has(id);
  }

  /** The username for an id or a name; undefined where the world has no such user. */
  user(reference: string): string | undefined {
    const plain = reference.replace(/^@/, "");
    if (this.#users.has(plain)) return this.#users.get(plain);
    return [...this.#users.values()].includes(plain) ? plain : undefined;
  }

  application(reference: string): string | undefined {
    if (this.#applications.has(reference)) return this.#applications.get(reference);
    return [...this.#applications.values()].includes(reference) ? reference : undefined;
  }

  /** Every application by its id. */
  get applications(): ReadonlyMap<string, string> {
    return this.#applications;
  }

  /** A command by its id, or by its name and its application. */
  command(application: string, reference: string, type?: number): KnownCommand | undefined {
    const byId = this.#commands.get(reference);
    if (byId !== undefined) return byId;
    const [name = ""] = reference.replace(/^\//, "").split(" ");
    return [...this.#commands.values()].find(
      (each) =>
        this.application(each.application) === this.application(application) &&
        (each.name === reference || each.name === name) &&
        (type === undefined || each.type === type),
    );
  }

  /** How many applications have a typed command of this name. */
  ownersOf(name: string): number {
    const typed = [...this.#commands.values()].filter((each) => each.type === CHAT_INPUT);
    return new Set(typed.filter((each) => each.name === name).map((each) => each.application)).size;
  }

  /**
   * A user's place in a channel; undefined for a channel without a name of its own, such as a
   * lobby's.
   */
  spot(user: string, reference: string, guild?: string): UserInChannel | undefined {
    if (reference.startsWith("@")) {
      const other = this.user(reference) ?? this.application(reference.slice(1));
      return other === undefined ? undefined : { user, channel: `@${other}`, guild: undefined };
    }
    const people = this.#directMessages.get(reference);
    if (people !== undefined) return this.#directSpot(user, people);
    const channel = this.#channelFor(reference, guild);
    if (channel === undefined) return undefined;
    const namesakes = [...this.#channels.values()].filter(({ name }) => name === channel.name);
    const isUnique = namesakes.length === 1;
    const isUniqueInGuild = namesakes.filter((each) => each.guild === channel.guild).length === 1;
    if (!isUnique && !isUniqueInGuild) return undefined;
    const named = isUnique ? undefined : this.#guilds.get(channel.guild ?? "");
    return { user, channel: `#${channel.name}`, guild: named };
  }

  #directSpot(user: string, people: readonly string[]): UserInChannel | undefined {
    const others = people
      .map((id) => this.user(id) ?? this.application(id))
      .filter((name) => name !== undefined && name !== user);
    const [other] = others;
    return others.length === 1 ? { user, channel: `@${other}`, guild: undefined } : undefined;
  }

  #channelFor(reference: string, guild: string | undefined): Channel | undefined {
    const byId = this.#channels.get(reference);
    if (byId !== undefined) return byId;
    const [name = "", inGuild = guild] = reference.replace(/^#/, "").split("/").toReversed();
    const id = inGuild === undefined ? undefined : this.#guildId(inGuild);
    return [...this.#channels.values()].find(
      (each) => each.name === name && (id === undefined || each.guild === id),
    );
  }

  #guildId(reference: string): string | undefined {
    if (this.#guilds.has(reference)) return reference;
    return [...this.#guilds].find(([, name]) => name === reference)?.[0];
  }

  /**
   * The owner of a channel's guild, who can see everything in it; undefined where the owner is no
   * user of the world.
   */
  ownerAt(channelId: string): string | undefined {
    const { guild } = this.#channels.get(channelId) ?? {};
    return guild === undefined ? undefined : this.user(this.#owners.get(guild) ?? "");
  }

  /** The users of a direct message. */
  usersIn(channelId: string): readonly string[] {
    const people = this.#directMessages.get(channelId) ?? [];
    return people.map((id) => this.#users.get(id)).filter((name) => name !== undefined);
  }

  /** The unique name of an object of any kind by its id; undefined where it has none. */
  nameOf(id: string): string | undefined {
    const all = [this.#users, this.#applications, this.#guilds, this.#roles];
    for (const names of all) {
      const name = names.get(id);
      if (name !== undefined) return isUniqueIn(names, name) ? name : undefined;
    }
    const channel = this.#channels.get(id);
    if (channel === undefined) return undefined;
    const namesakes = [...this.#channels.values()].filter((each) => each.name === channel.name);
    return namesakes.length === 1 ? channel.name : undefined;
  }
}

function isUniqueIn(names: ReadonlyMap<string, string>, name: string): boolean {
  return [...names.values()].filter((each) => each === name).length === 1;
}

function idIn(value: unknown): string {
  return typeof value === "string" ? value : text((value as Named | null)?.["id"]);
}
