// A guild for one test, in a world that it shares with other tests: channel names are looked up in
// the guild.
import type { User } from "./actors/user.ts";
import type { CommandBuilder, MemberBuilder } from "./builders.ts";
import { segment } from "./client/control-client.ts";
import { severalCalled } from "./client/errors.ts";
import type { Decision, DecisionOptions } from "./decisions.ts";
import type { Reply } from "./actors/reply.ts";
import type { EntityDraft } from "./entities.ts";
import type { AddedGuild, World } from "./world.ts";

/** Kinds of entity that belong to guilds. */
export type GuildEntityKind = "channels" | "roles" | "members" | "installs";

/**
 * A guild of one test, in a world that the tests of a file share: it opens faster than a world, and
 * no other test acts in it. Clock, limits and faults are the world's.
 */
export class TestGuild {
  readonly id: string;
  readonly name: string;
  /** The world that the guild is in. */
  readonly world: World;
  readonly #users = new Map<string, User>();
  /** The ids of channels by name: several may have one name. */
  readonly #channels: Map<string, readonly string[]>;
  #notes: readonly string[] = [];

  constructor(world: World, { id, name, channels = [] }: AddedGuild) {
    this.id = id;
    this.name = name;
    this.world = world;
    this.#channels = new Map();
    for (const each of channels) this.#addChannel(each.name ?? each.id, each.id);
  }

  /** A user of the world, whose channel names are looked up in this guild. @throws CannotDo */
  user(name: string): User {
    const known = this.#users.get(name);
    if (known !== undefined) return known;
    const user = this.world.user(name).within(this.id, () => this.failureNotes);
    this.#users.set(name, user);
    return user;
  }

  /** A member, whose roles a test changes. */
  member(user: string): MemberBuilder {
    return this.world.member(user, { guild: this.id });
  }

  /** A command, `/ban`, whose permissions in this guild a test changes. */
  command(application: string, command: string): CommandBuilder {
    return this.world.command(application, command, { guild: this.id });
  }

  /** Whether a user may use a command in a channel of this guild, and why. */
  decision(
    user: string,
    command: string,
    channel: string,
    options: DecisionOptions = {},
  ): Promise<Decision> {
    return this.world.decision(user, command, this.channel(channel), options);
  }

  /**
   * The id of a channel, `#general`; an unknown name is taken to be an id.
   *
   * @throws CannotDo when several have the name
   */
  channel(name: string): string {
    const plain = name.replace(/^#/, "");
    const [first = plain, ...others] = this.#channels.get(plain) ?? [];
    if (others.length > 0) throw severalCalled(name, [first, ...others]);
    return first;
  }

  /** Adds an entity to the guild, and sends the resulting events. */
  async add<T = Readonly<Record<string, unknown>>, K extends GuildEntityKind = GuildEntityKind>(
    kind: K,
    entity: EntityDraft<K>,
  ): Promise<T> {
    const made = await this.world.add<{ id?: string; name?: string }>(kind, {
      guild: this.id,
      ...entity,
    });
    if (kind === "channels" && made.id !== undefined && made.name !== undefined) {
      this.#addChannel(made.name, made.id);
    }
    return made as T;
  }

  /** Lines that a failure in this guild ends with; other tests of the world have their own. */
  get failureNotes(): readonly string[] {
    return [...this.world.applicationNotes, ...this.#notes];
  }

  set failureNotes(notes: readonly string[]) {
    this.#notes = notes;
  }

  /** The replies to acts of users in this guild so far. */
  get replies(): readonly Reply[] {
    const own = new Set<unknown>(this.#users.values());
    return this.world.replies.filter(({ user }) => own.has(user));
  }

  #addChannel(name: string, id: string): void {
    this.#channels.set(name, [...(this.#channels.get(name) ?? []), id]);
  }

  /** Deletes the guild and everything in it; its sessions get the GUILD_DELETE event. */
  async remove(): Promise<void> {
    await this.world.control.call(`DELETE /guilds/${segment(this.id)}`);
    this.world.forget(this.replies);
  }
}
