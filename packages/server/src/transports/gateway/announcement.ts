// One event on its way to sessions: who may hear it, and in which variant.
// Source: protocol: gateway-oauth-limits 4.5, 4.6, 4.17; requirements 6.
import {
  intentMask,
  projection,
  type EventDeclaration,
  type IntentName,
  type Scope,
} from "@antechamber/contract";
import type { EventRecord } from "../../platform/store.ts";
import { encodeDispatch, type Encoded } from "./codec.ts";
import { hearsOf, type Owner } from "./identify.ts";
import { isOnShard, type Session } from "./sessions.ts";

/** A declared event, ready to be sent. */
export interface Declared {
  readonly declaration: EventDeclaration;
  /** Keeps the declared fields alone. */
  readonly project: (payload: unknown) => unknown;
}

/** Finds the declaration of an event; one name may be declared for several scopes. */
export type Declarations = (name: string, scope: Scope["kind"]) => Declared | undefined;

export function declarationsOf(events: readonly EventDeclaration[]): Declarations {
  const byName = new Map<string, Declared>();
  for (const declaration of events) {
    const declared = { declaration, project: projection(declaration.payload) };
    byName.set(`${declaration.name} ${declaration.scope}`, declared);
    if (!byName.has(declaration.name)) byName.set(declaration.name, declared);
  }
  return (name, scope) => byName.get(`${name} ${scope}`) ?? byName.get(name);
}

/** The fields of a message that are hidden without MESSAGE_CONTENT, as they look when hidden. */
const hiddenContent = { content: "", embeds: [], attachments: [], components: [] };
const withContent: ReadonlySet<string> = new Set(["MESSAGE_CREATE", "MESSAGE_UPDATE"]);

interface MessagePayload {
  readonly author?: { readonly id: string };
  readonly mentions?: readonly { readonly id: string }[];
}

/** What a user does with other applications, which an application acting for them never hears. */
const ofUserAlone = /^(INTERACTION|APPLICATION_COMMAND|MESSAGE)_/;
const DM_SCOPE = "dm_channels.messages.read";

export class Announcement {
  readonly name: string;
  readonly scope: Scope;
  readonly guildId: string | undefined;
  /** A bot needs one of these intents; 0: none. */
  readonly #intents: number;
  readonly #payload: Readonly<Record<string, unknown>>;
  #whole: Encoded | undefined;
  #hidden: Encoded | undefined;

  constructor(event: Pick<EventRecord, "name" | "scope" | "payload">, declared: Declared) {
    this.name = event.name;
    this.scope = event.scope;
    this.guildId = "guild_id" in event.scope ? event.scope.guild_id : undefined;
    this.#intents = neededIntents(declared.declaration.intent, this.guildId !== undefined);
    this.#payload = declared.project(event.payload) as Readonly<Record<string, unknown>>;
  }

  /** True when a session may hear it, as far as that follows from the session alone. */
  isFor(session: Session): boolean {
    if (!this.#isForOwner(session.owner)) return false;
    const { intents } = session;
    if (intents !== undefined && this.#intents !== 0 && (intents & this.#intents) === 0) {
      return false;
    }
    return isOnShard(session.shard, this.guildId);
  }

  #isForOwner(owner: Owner): boolean {
    switch (owner.kind) {
      case "bot":
        return this.scope.kind !== "users";
      case "user":
        return this.scope.kind !== "application";
      case "oauth2":
        return this.#isForApplicationOf(owner);
    }
  }

  /** An application acting for a user hears of itself, and of direct messages when it may read them. */
  #isForApplicationOf(owner: Owner): boolean {
    switch (this.scope.kind) {
      case "users":
        return this.scope.application_id === owner.applicationId;
      case "user":
        return !ofUserAlone.test(this.name);
      case "channel":
        return this.guildId === undefined && owner.scopes.has(DM_SCOPE);
      case "guild":
      case "application":
      case "nobody":
        return false;
    }
  }

  /** The bytes for a session; those who hear the same variant share them. */
  encodedFor(session: Session): Encoded {
    if (this.#hidesContentFrom(session)) {
      this.#hidden ??= encodeDispatch(this.name, withoutContent(this.#payload));
      return this.#hidden;
    }
    this.#whole ??= encodeDispatch(this.name, this.#payload);
    return this.#whole;
  }

  #hidesContentFrom(session: Session): boolean {
    const { owner } = session;
    if (owner.kind !== "bot" || this.guildId === undefined) return false;
    if (!withContent.has(this.name) || hearsOf(session, "MESSAGE_CONTENT")) return false;
    const { author, mentions } = this.#payload as MessagePayload;
    if (author?.id === owner.userId) return false;
    return !(mentions?.some((user) => user.id === owner.userId) ?? false);
  }
}

function neededIntents(intent: EventDeclaration["intent"], inGuild: boolean): number {
  if (intent === undefined) return 0;
  const name: IntentName = inGuild ? intent.guild : (intent.dm ?? intent.guild);
  return intentMask(name);
}

function withoutContent(payload: Readonly<Record<string, unknown>>): object {
  const { poll: _, ...rest } = payload;
  const answered = rest["referenced_message"];
  return {
    ...rest,
    ...hiddenContent,
    ...(typeof answered === "object" && answered !== null
      ? { referenced_message: withoutContent(answered as Readonly<Record<string, unknown>>) }
      : {}),
  };
}
