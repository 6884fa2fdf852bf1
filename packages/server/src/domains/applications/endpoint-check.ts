// Verifies the endpoints of interactions and events: an endpoint must answer a PING with a valid
// signature, and refuse one with an invalid signature. Source: protocol: commands-and-interactions
// 5.1, 7; lobbies-and-sdk 10.1.
import { limits } from "@antechamber/contract";
import type { ValidationIssue } from "@antechamber/contract/schema";
import { WebhookRequestType } from "@antechamber/contract/webhooks";
import { alphabetical } from "../../platform/formats/alphabetical.ts";
import { invalidForm } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { openSigner, type Signer } from "../../platform/crypto.ts";
import { mediaType } from "../../platform/formats/media-type.ts";
import type { EntryDraft } from "../../platform/journal.ts";
import type { OutboundRequest, OutboundResult } from "../../platform/outbound.ts";
import type { Transactions } from "../../platform/transactions.ts";
import { userDefaults, userView } from "../users/user.ts";
import type { ApplicationRecord } from "./application.ts";
import { newInteractionToken } from "./interaction-token.ts";
import { signedRequest, type Destination } from "./signed-request.ts";

/** What an endpoint receives. */
export type EndpointKind = "interactions" | "events";

/** A requested URL with its path in the form. */
interface EndpointRequest {
  /** Undefined if the form does not contain it. */
  readonly url: string | null | undefined;
  readonly path: ValidationIssue["path"];
}

/** An endpoint and its application. */
type At = Destination & { readonly kind: EndpointKind };

/** The answers of an endpoint to both PINGs. */
export interface EndpointAnswers {
  /** The answer to the PING with a valid signature, and whether it is correct. */
  readonly good: OutboundResult;
  readonly isGood: boolean;
  /** The answer to the PING with an invalid signature, and whether it is the required refusal. */
  readonly bad: OutboundResult;
  readonly isRefused: boolean;
}

/** Verifies endpoints by sending them PINGs. */
export interface EndpointCheck {
  /** Sends an endpoint two PINGs, one with a valid and one with an invalid signature. */
  ask(work: Transactions, at: At): Promise<EndpointAnswers>;
  /**
   * Verifies the URLs that are new to the application.
   *
   * @throws InvalidForm naming every URL that could not be verified
   */
  require(
    work: Transactions,
    application: ApplicationRecord,
    requests: Readonly<Record<EndpointKind, EndpointRequest>>,
  ): Promise<void>;
  /**
   * True when an endpoint accepts a PING with an invalid signature; no answer does not count as
   * accepting.
   */
  takesAnything(work: Transactions, at: At): Promise<boolean>;
}

/** The values that the reference was observed to send. */
const PING_PERMISSIONS = "562949953601536";
const PING_ATTACHMENT_SIZE = 524_288_000;

/** The user in the PINGs. */
const systemUser = {
  ...userView({ ...userDefaults, id: "643945264868098049", username: "system" }),
  bot: true,
  discriminator: "0000",
  public_flags: 1,
  system: true,
};

type Pinged = Pick<ApplicationRecord, "id">;

function interactionPing(ctx: Context, application: Pinged): string {
  const id = ctx.id();
  const ping = {
    app_permissions: PING_PERMISSIONS,
    application_id: application.id,
    attachment_size_limit: PING_ATTACHMENT_SIZE,
    authorizing_integration_owners: {},
    entitlements: [],
    id,
    token: newInteractionToken(id, ctx.random),
    type: 1,
    user: systemUser,
    version: 1,
  };
  return JSON.stringify(alphabetical(ping));
}

/** True for a valid answer to an interaction PING: status 200 with the JSON `{"type":1}`. */
function isPong(result: OutboundResult): boolean {
  if (result.kind !== "answered" || result.status !== 200) return false;
  if (mediaType(result.contentType) !== "application/json") return false;
  try {
    const reply = JSON.parse(result.body.toString("utf8")) as { type?: unknown } | null;
    return reply?.type === 1;
  } catch {
    return false;
  }
}

interface Kind {
  readonly ping: (ctx: Context, application: Pinged) => string;
  readonly isAnswer: (result: OutboundResult) => boolean;
  readonly issue: Omit<ValidationIssue, "path">;
}

const kinds: Readonly<Record<EndpointKind, Kind>> = {
  interactions: {
    ping: interactionPing,
    isAnswer: isPong,
    issue: {
      code: "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
      message: "The specified interactions endpoint url could not be verified.",
    },
  },
  events: {
    ping: (_ctx, { id }) =>
      JSON.stringify({ version: 1, application_id: id, type: WebhookRequestType.PING }),
    isAnswer: (result) => hasStatus(result, 204),
    // Assumed: the reference's code and message are not public.
    issue: {
      code: "APPLICATION_EVENT_WEBHOOKS_URL_INVALID",
      message: "The specified event webhooks url could not be verified.",
    },
  },
};

function hasStatus(result: OutboundResult, status: number): boolean {
  return result.kind === "answered" && result.status === status;
}

/** Sends PINGs. */
export interface Pings {
  /** @param of the application, and what the PING is sent for, as the journal records them */
  send(
    request: OutboundRequest,
    timeoutMs: number,
    of: Pick<EntryDraft, "application" | "cause">,
  ): Promise<OutboundResult>;
}

export function endpointCheck(pings: Pings): EndpointCheck {
  const signer = openSigner();
  const wrongSigner: Signer = { sign: (seed, text) => signer.sign(seed, `${text} `) };

  async function send(
    work: Transactions,
    kind: EndpointKind,
    { application, url, as }: Destination & { readonly as: Signer },
  ): Promise<OutboundResult> {
    const { ping } = kinds[kind];
    const { body, now, cause } = await work.transaction(async (ctx) => ({
      body: ping(ctx, application),
      now: ctx.now,
      cause: ctx.origin?.cause,
    }));
    const request = signedRequest(as, { url, application }, { body, now });
    return pings.send(request, limits.firstAnswer.value, { application: application.id, cause });
  }

  async function ask(work: Transactions, { kind, ...at }: At): Promise<EndpointAnswers> {
    const [good, bad] = await Promise.all([
      send(work, kind, { ...at, as: signer }),
      send(work, kind, { ...at, as: wrongSigner }),
    ]);
    return { good, isGood: kinds[kind].isAnswer(good), bad, isRefused: hasStatus(bad, 401) };
  }

  async function isEndpoint(work: Transactions, at: At): Promise<boolean> {
    const { isGood, isRefused } = await ask(work, at);
    return isGood && isRefused;
  }

  return {
    ask,

    async require(work, application, requests) {
      const checks = (["interactions", "events"] as const).map(async (kind) => {
        const { url, path } = requests[kind];
        const isNew = url && url !== endpointUrl(application, kind);
        if (!isNew || (await isEndpoint(work, { kind, url, application }))) return [];
        return [{ path, ...kinds[kind].issue }];
      });
      const issues = (await Promise.all(checks)).flat();
      if (issues.length > 0) throw invalidForm(...issues);
    },

    async takesAnything(work, { kind, ...at }) {
      const result = await send(work, kind, { ...at, as: wrongSigner });
      return result.kind === "answered" && result.status >= 200 && result.status <= 299;
    },
  };
}

/** The URL of an application's endpoint, or null. */
export function endpointUrl(application: ApplicationRecord, kind: EndpointKind): string | null {
  return kind === "events" ? application.event_webhooks_url : application.interactions_endpoint_url;
}
