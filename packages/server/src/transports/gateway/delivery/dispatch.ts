// An event to be dispatched: which sessions may receive it, and in which variant.
// Source: protocol: gateway-oauth-limits 4.5, 4.6, 4.17; requirements 6.
import type { EventDeclaration, Scope, SeenChannel } from "@antechamber/contract";
import { intentMask, type IntentName } from "@antechamber/contract/gateway";
import {
  AutoModerationActionExecution,
  ChannelCreate,
  ChannelDelete,
  ChannelUpdate,
} from "@antechamber/contract/guilds";
import { MessageCreate, MessageUpdate } from "@antechamber/contract/messages";
import { projection } from "@antechamber/contract/schema";
import { UserUpdate } from "@antechamber/contract/users";
import {
  contentHiddenFrom,
  withHidden,
  type HiddenContent,
} from "../../../domains/messages/readable.ts";
import { alphabetical } from "../../../platform/formats/alphabetical.ts";
import type { EventRecord, LogPlace } from "../../../platform/store.ts";
import { encodeDispatch, type Encoded } from "../wire/codec.ts";
import { receives, type Owner } from "../sessions/grant.ts";
import { visibleFieldsOf } from "../sessions/session-owner.ts";
import { isOnShard, type Session } from "../sessions/session.ts";

/** A declared event, ready to be sent. */
export interface Declared {
  readonly declaration: EventDeclaration;
  /** Keeps only the declared fields. */
  readonly project: (payload: unknown) => unknown;
}

/** Finds the declaration of an event; one name may be declared for several scopes. */
export type Declarations = (name: string, scope: Scope["kind"]) => Declared | undefined;

export function declarationsOf(events: readonly EventDeclaration[]): Declarations {
  const byName = new Map<string, Declared>();
  for (const declaration of events) {
    const declared = { declaration, project: projectionOf(declaration) };
    byName.set(`${declaration.name} ${declaration.scope}`, declared);
    if (!byName.has(declaration.name)) byName.set(declaration.name, declared);
  }
  return (name, scope) => byName.get(`${name} ${scope}`) ?? byName.get(name);
}

function projectionOf({ payload, isAlphabetical }: EventDeclaration): Declared["project"] {
  const project = projection(payload);
  return isAlphabetical === true ? (value) => alphabetical(project(value)) : project;
}

const withContent = new Set<string>([MessageCreate.name, MessageUpdate.name]);

interface SubjectPayload {
  readonly user_id?: string;
  readonly user?: { readonly id: string };
  readonly added_members?: readonly { readonly user_id: string }[];
  readonly removed_member_ids?: readonly string[];
}

const showingChannel = new Set<string>([
  ChannelCreate.name,
  ChannelUpdate.name,
  ChannelDelete.name,
]);

const DM_SCOPE = "dm_channels.messages.read";
/** An application needs one of these scopes to learn whom a user exchanges messages with. */
const dmChannelScopes = ["dm_channels.read", DM_SCOPE];

export class Dispatch {
  readonly name: string;
  readonly scope: Scope;
  readonly guildId: string | undefined;
  /** Which sessions of its scope it is for; undefined: all. */
  readonly #audience: EventDeclaration["audience"];
  /** The permissions of which receivers need one in the channel; undefined: VIEW_CHANNEL. */
  readonly needs: EventDeclaration["needs"];
  /** True where VIEW_CHANNEL is not enough: receivers must be able to enter the channel. */
  readonly isInside: boolean;
  /** True where it may change who can view which channels of its guild. */
  readonly changesViews: boolean;
  /** A bot needs one of these intents; 0: none. */
  readonly #intents: number;
  /**
   * The user that it is about, who receives it without the intent too if they have one of these; 0:
   * in any case.
   */
  readonly #subject: { readonly id: string | undefined; readonly intents: number } | undefined;
  /** Only the declared fields. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Its place in the event log. */
  readonly place: LogPlace;
  /** How many sessions it was sent to. */
  sessions = 0;
  #whole: Encoded | undefined;
  #hidden: Map<string, Encoded> | undefined;

  constructor(
    event: Pick<EventRecord, "name" | "scope" | "payload">,
    declared: Declared,
    place: LogPlace = "",
  ) {
    this.name = event.name;
    this.place = place;
    this.scope = event.scope;
    this.guildId = "guild_id" in event.scope ? event.scope.guild_id : undefined;
    const among = event.scope.kind === "users" ? event.scope.audience : undefined;
    this.#audience = among ?? declared.declaration.audience;
    this.needs = declared.declaration.needs;
    this.isInside = declared.declaration.isInside === true;
    this.changesViews = declared.declaration.changesViews ?? event.scope.kind === "guild";
    this.#intents = neededIntents(declared.declaration.intent, this.guildId !== undefined);
    this.payload = declared.project(event.payload) as Readonly<Record<string, unknown>>;
    const { alsoToSubject } = declared.declaration;
    if (alsoToSubject === undefined) return;
    const intents = alsoToSubject === true ? 0 : intentMask(alsoToSubject);
    this.#subject = { id: this.#aboutWhom, intents };
  }

  /** The user that it is about, if any. */
  get userId(): string | undefined {
    const { user_id: id, user } = this.payload as SubjectPayload;
    return id ?? user?.id;
  }

  /** The user that it is about, or whose thread membership it is about. */
  get #aboutWhom(): string | undefined {
    const { added_members: added, removed_member_ids: removed } = this.payload as SubjectPayload;
    return this.userId ?? added?.[0]?.user_id ?? removed?.[0];
  }

  /** The channel as it was at the time of the event, from which its receivers follow. */
  get shownChannel(): SeenChannel | undefined {
    return showingChannel.has(this.name) ? (this.payload as unknown as SeenChannel) : undefined;
  }

  /** True when a session may receive it, as far as that follows from the session alone. */
  isFor(session: Session): boolean {
    if (!this.#isForOwner(session.owner)) return false;
    const { scope } = this;
    const only = scope.kind === "channel" ? scope.user_id : undefined;
    if (only !== undefined && only !== session.owner.userId) return false;
    return this.#isWanted(session) && isOnShard(session.shard, this.guildId);
  }

  #isWanted({ intents, owner }: Session): boolean {
    if (intents === undefined || holdsOne(intents, this.#intents)) return true;
    return owner.userId === this.#subject?.id && holdsOne(intents, this.#subject.intents);
  }

  #isForOwner(owner: Owner): boolean {
    switch (owner.kind) {
      case "bot":
        return this.scope.kind !== "users" && this.#audience !== "users";
      case "user":
        return this.scope.kind !== "application" && this.#audience !== "application";
      case "oauth2":
        return this.#isForApplicationOf(owner);
    }
  }

  /**
   * An application acting for a user receives events about itself, and direct messages if it may
   * read them.
   */
  #isForApplicationOf(owner: Owner): boolean {
    const mayRead = owner.scopes.has(DM_SCOPE);
    switch (this.scope.kind) {
      case "users":
        if (this.name.startsWith("MESSAGE_") && !mayRead) return false;
        return this.scope.application_id === owner.applicationId;
      case "user":
        if (showingChannel.has(this.name)) return dmChannelScopes.some((s) => owner.scopes.has(s));
        return this.#audience !== "users";
      case "channel":
        return this.guildId === undefined && mayRead;
      case "guild":
      case "application":
      case "nobody":
        return false;
    }
  }

  /** The bytes for a session, shared by all that receive the same variant. */
  encodedFor(session: Session): Encoded {
    this.sessions += 1;
    if (this.name === UserUpdate.name) return this.#encodedAsSeenBy(session);
    if (this.name === AutoModerationActionExecution.name && !mayReadAll(session)) {
      return this.#encodedAs("found", () => ({
        ...this.payload,
        content: "",
        matched_content: "",
      }));
    }
    if (session.owner.kind === "user" && this.payload["moderation_metadata"] !== undefined) {
      return this.#encodedAs("unmoderated", () => unmoderated(this.payload));
    }
    const hidden = this.#contentHiddenFrom(session);
    if (hidden !== undefined && (hidden.own || hidden.answered))
      return this.#encodedWithout(hidden);
    this.#whole ??= encodeDispatch(this.name, this.payload);
    return this.#whole;
  }

  /** Encodes for one session: a user has few sessions, and each may receive other fields. */
  #encodedAsSeenBy({ owner }: Session): Encoded {
    const { email, premium = false } = visibleFieldsOf(owner);
    const { email: address, verified, premium_type, ...rest } = this.payload;
    return encodeDispatch(this.name, {
      ...rest,
      premium_type: premium ? premium_type : 0,
      ...(email ? { email: address, verified } : {}),
    });
  }

  /**
   * Undefined when nothing is hidden: the session may read the content of others, or it is no
   * message.
   */
  #contentHiddenFrom(session: Session): HiddenContent | undefined {
    const { owner } = session;
    if (owner.kind !== "bot" || this.guildId === undefined) return undefined;
    if (!withContent.has(this.name) || receives(session, "MESSAGE_CONTENT")) return undefined;
    return contentHiddenFrom(owner.userId, this.payload);
  }

  #encodedWithout(hidden: HiddenContent): Encoded {
    const key = `${hidden.own} ${hidden.answered}`;
    return this.#encodedAs(key, () => withHidden(this.payload, hidden));
  }

  /** A variant that several sessions share. */
  #encodedAs(key: string, payload: () => object): Encoded {
    this.#hidden ??= new Map();
    const existing = this.#hidden.get(key);
    if (existing !== undefined) return existing;
    const encoded = encodeDispatch(this.name, payload());
    this.#hidden.set(key, encoded);
    return encoded;
  }
}

/** A message without its moderation metadata, which only sessions of the game itself receive. */
function unmoderated(payload: Readonly<Record<string, unknown>>): object {
  const { moderation_metadata: _, ...rest } = payload;
  return rest;
}

/** True for a session that may read the content of others' messages in guilds. */
function mayReadAll(session: Session): boolean {
  return session.owner.kind !== "bot" || receives(session, "MESSAGE_CONTENT");
}

/** Whether a session has one of the intents that an event needs; 0: it needs none. */
function holdsOne(intents: number, of: number): boolean {
  return of === 0 || (intents & of) !== 0;
}

function neededIntents(intent: EventDeclaration["intent"], inGuild: boolean): number {
  if (intent === undefined) return 0;
  const name: IntentName = inGuild ? intent.guild : (intent.dm ?? intent.guild);
  return intentMask(name);
}
