// Whether an endpoint for interactions or for events is one: it must answer a PING that is signed well,
// and refuse one that is signed wrongly. Source: protocol: commands-and-interactions 5.1, 7;
// lobbies-and-sdk 10.1.
import { limits } from "@antechamber/contract";
import type { ValidationIssue } from "@antechamber/contract/schema";
import { WebhookRequestType } from "@antechamber/contract/webhooks";
import { alphabetical } from "../../platform/formats/alphabetical.ts";
import { invalidForm } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { openSigner, type Signer } from "../../platform/crypto.ts";
import { mediaType } from "../../platform/formats/media-type.ts";
import type { Outbound, OutboundResult } from "../../platform/outbound.ts";
import type { Transactions } from "../../platform/transactions.ts";
import { userDefaults, userView } from "../users/user.ts";
import type { ApplicationRecord } from "./application.ts";
import { newInteractionToken } from "./interaction-token.ts";
import { signedRequest, type Destination } from "./signed-request.ts";

/** What an endpoint is for. */
export type EndpointKind = "interactions" | "events";

/** An address in a form: as it is wished, and where it stands. */
interface Wish {
  /** Undefined where the form does not name it. */
  readonly url: string | null | undefined;
  readonly path: ValidationIssue["path"];
}

/** An endpoint, and whose it is. */
type At = Destination & { readonly kind: EndpointKind };

/** What an endpoint answered to PINGs. */
export interface EndpointAnswers {
  /** To one that was signed well, and whether an endpoint may answer so. */
  readonly good: OutboundResult;
  readonly isGood: boolean;
  /** To one that was signed wrongly, and whether it was refused as it must be. */
  readonly bad: OutboundResult;
  readonly isRefused: boolean;
}

/** Asks endpoints whether they are ones. */
export interface EndpointCheck {
  /** Asks one by a PING that is signed well and one that is signed wrongly. */
  ask(work: Transactions, at: At): Promise<EndpointAnswers>;
  /**
   * Asks those that are new to the application.
   *
   * @throws InvalidForm naming every one that is none
   */
  require(
    work: Transactions,
    application: ApplicationRecord,
    wishes: Readonly<Record<EndpointKind, Wish>>,
  ): Promise<void>;
  /** True when an endpoint takes a request that is signed wrongly; silence is no taking. */
  takesAnything(work: Transactions, at: At): Promise<boolean>;
}

/** As captured from the reference. */
const PING_PERMISSIONS = "562949953601536";
const PING_ATTACHMENT_SIZE = 524_288_000;

/** The user in whose name the service asks. */
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

/** 200, JSON, `{"type":1}`. */
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
    // Assumed: the reference's words for it are not public.
    issue: {
      code: "APPLICATION_EVENT_WEBHOOKS_URL_INVALID",
      message: "The specified event webhooks url could not be verified.",
    },
  },
};

function hasStatus(result: OutboundResult, status: number): boolean {
  return result.kind === "answered" && result.status === status;
}

/** Opens the check over a way to call endpoints. */
export function endpointCheck(outbound: Outbound): EndpointCheck {
  const signer = openSigner();
  const wrongSigner: Signer = { sign: (seed, text) => signer.sign(seed, `${text} `) };

  async function send(
    work: Transactions,
    kind: EndpointKind,
    { application, url, as }: Destination & { readonly as: Signer },
  ): Promise<OutboundResult> {
    const { ping } = kinds[kind];
    const { body, now } = await work.transaction(async (ctx) => ({
      body: ping(ctx, application),
      now: ctx.now,
    }));
    const request = signedRequest(as, { url, application }, { body, now });
    return outbound.send(request, limits.firstAnswer.value);
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

    async require(work, application, wishes) {
      const asked = (["interactions", "events"] as const).map(async (kind) => {
        const { url, path } = wishes[kind];
        const isNew = url && url !== endpointUrl(application, kind);
        if (!isNew || (await isEndpoint(work, { kind, url, application }))) return [];
        return [{ path, ...kinds[kind].issue }];
      });
      const issues = (await Promise.all(asked)).flat();
      if (issues.length > 0) throw invalidForm(...issues);
    },

    async takesAnything(work, { kind, ...at }) {
      const result = await send(work, kind, { ...at, as: wrongSigner });
      return result.kind === "answered" && result.status >= 200 && result.status <= 299;
    },
  };
}

/** The address of an application's endpoint; null where it has none. */
export function endpointUrl(application: ApplicationRecord, kind: EndpointKind): string | null {
  return kind === "events" ? application.event_webhooks_url : application.interactions_endpoint_url;
}
