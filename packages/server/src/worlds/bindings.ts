// The handlers of a world, one list per domain.
import { endpoints } from "@antechamber/contract";
import { controlHandlers, type ControlDeps } from "../control/handlers.ts";
import type { EndpointCheck } from "../domains/applications/endpoint-check.ts";
import { applicationHandlers } from "../domains/applications/handlers.ts";
import { auditLogHandlers } from "../domains/audit-log/handlers.ts";
import { channelHandlers } from "../domains/channels/handlers.ts";
import { commandHandlers } from "../domains/commands/handlers.ts";
import { entitlementHandlers } from "../domains/entitlements/handlers.ts";
import { guildSettingsHandlers } from "../domains/guild-settings/handlers.ts";
import { guildHandlers } from "../domains/guilds/handlers.ts";
import { interactionHandlers } from "../domains/interactions/handlers.ts";
import { inviteHandlers } from "../domains/invites/handlers.ts";
import { lobbyHandlers } from "../domains/lobbies/handlers.ts";
import { encodedFile } from "../domains/messages/files/attachment.ts";
import { messageHandlers } from "../domains/messages/handlers.ts";
import { moderationHandlers } from "../domains/moderation/handlers.ts";
import type { ProviderKeys } from "../domains/oauth/accounts/provider-keys.ts";
import { oauthHandlers } from "../domains/oauth/handlers.ts";
import { searchHandlers } from "../domains/search/handlers.ts";
import { userHandlers } from "../domains/users/handlers.ts";
import type { Binding } from "../platform/handler.ts";
import { definedFields } from "../platform/defined-fields.ts";
import type { Transactions } from "../platform/transactions.ts";
import { idsOf, usernamesOf, verifyKeyOf } from "../control/journal-references.ts";
import { worldAtSnapshot } from "../control/world-at-snapshot.ts";
import { journalHandlers, type JournalHandlerDeps } from "../journal/handlers.ts";
import type { WorldJournal } from "../journal/journal.ts";
import { shownBody, type RepeatedCall, type RepeatCall } from "../journal/replay.ts";
import type { JournalReading } from "../journal/reading.ts";
import type { JournalStreams } from "../journal/stream.ts";
import manifest from "../../package.json" with { type: "json" };
import type { Settings } from "../platform/context.ts";
import type { RepeatedCalls } from "../transports/http/routing/send-again.ts";
import { gatewayHandlers } from "../transports/gateway/handlers.ts";
import type { Gateway } from "../transports/gateway/gateway.ts";
import type { IdentifyLimiter } from "../transports/gateway/identify/identify-limiter.ts";

/** The dependencies of handlers on their world, other than the context of a call. */
export interface BindingDeps extends Omit<ControlDeps, "endpoints"> {
  readonly check: EndpointCheck;
  readonly keys: ProviderKeys;
  readonly starts: IdentifyLimiter;
  readonly work: Transactions;
  readonly presences: Gateway["presences"];
  readonly shownJournal: WorldJournal;
  readonly reading: JournalReading;
  readonly streams: JournalStreams;
  readonly settings: Settings;
  /** Replays a call of this world. */
  readonly repeat: (call: RepeatedCall) => ReturnType<RepeatedCalls["send"]>;
  readonly replayTarget: JournalHandlerDeps["replayTarget"];
}

/** One list per domain. Lists that depend on the world are created for each one. */
const lists: readonly ((world: BindingDeps) => readonly Binding[])[] = [
  () => userHandlers,
  () => channelHandlers,
  () => messageHandlers,
  () => commandHandlers,
  () => auditLogHandlers,
  () => lobbyHandlers,
  () => interactionHandlers,
  () => moderationHandlers,
  applicationHandlers,
  guildHandlers,
  entitlementHandlers,
  inviteHandlers,
  searchHandlers,
  oauthHandlers,
  guildSettingsHandlers,
  ({ starts }) => gatewayHandlers(starts),
  journalBindings,
  // The longest of the lists that are created for each world, so it is searched last.
  (world) => controlHandlers({ ...world, endpoints }),
];

/** The handlers of one world, created on demand, since most worlds need few. */
export class Bindings {
  readonly #world: BindingDeps;
  readonly #made: (readonly Binding[])[] = [];
  readonly #found = new Map<string, Binding>();

  constructor(world: BindingDeps) {
    this.#world = world;
  }

  all(): readonly Binding[] {
    return lists.flatMap((_list, nth) => this.#list(nth));
  }

  of(endpointId: string): Binding {
    const existing = this.#found.get(endpointId);
    if (existing !== undefined) return existing;
    for (const nth of lists.keys()) {
      const found = this.#list(nth).find(({ endpoint }) => endpoint.id === endpointId);
      if (found === undefined) continue;
      this.#found.set(endpointId, found);
      return found;
    }
    throw new Error(`${endpointId} has no handler`);
  }

  #list(nth: number): readonly Binding[] {
    return (this.#made[nth] ??= lists[nth]?.(this.#world) ?? []);
  }
}

/** The endpoints of the journal, with their dependencies on the domains. */
function journalBindings({
  shownJournal: journal,
  repeat,
  ...world
}: BindingDeps): readonly Binding[] {
  return journalHandlers({
    ...world,
    journal,
    version: manifest.version,
    idsOf,
    usernamesOf,
    verifyKeyOf,
    worldAt: (ctx, snapshot) => worldAtSnapshot(world.snapshots, ctx, snapshot),
    fileOf: encodedFile,
    repeatCall: replayCall(repeat),
  });
}

/** Replays a call, with the body of its response as the journal shows it. */
export function replayCall(repeat: BindingDeps["repeat"]): RepeatCall {
  return async (call) => {
    const { status, headers, text, entry } = await repeat(call);
    const body = shownBody(headers["content-type"] ?? "", text);
    return { status, headers, entry, ...definedFields({ body }) };
  };
}
