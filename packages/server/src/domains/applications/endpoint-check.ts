// Whether an endpoint for interactions is one: it must answer a PING that is signed well, and refuse one
// that is signed wrongly. Source: protocol: commands-and-interactions 5.1, 7.
import { limits, type Fault } from "@antechamber/contract";
import type { Context } from "../../platform/context.ts";
import { openSigner, type Signer } from "../../platform/crypto.ts";
import type { Outbound, OutboundResult } from "../../platform/outbound.ts";
import { alphanumeric } from "../../platform/random.ts";
import type { Work } from "../../platform/work.ts";
import { userDefaults, userView } from "../users/user.ts";
import type { ApplicationRecord } from "./application.ts";
import { signedRequest } from "./signed-request.ts";

/** Asks endpoints whether they are ones. */
export interface EndpointCheck {
  /** What is wrong with an endpoint, or undefined. */
  fault(work: Work, application: ApplicationRecord, url: string): Promise<Fault | undefined>;
}

/** As captured from the reference. Source: protocol: commands-and-interactions 5.1. */
const PING_PERMISSIONS = "562949953601536";
const PING_ATTACHMENT_SIZE = 524_288_000;
const TOKEN_LENGTH = 180;

/** The user in whose name the service asks. */
const systemUser = {
  ...userView({ ...userDefaults, id: "643945264868098049", username: "system" }),
  bot: true,
  discriminator: "0000",
  public_flags: 1,
  system: true,
};

function ping(ctx: Context, application: ApplicationRecord): string {
  return JSON.stringify({
    app_permissions: PING_PERMISSIONS,
    application_id: application.id,
    attachment_size_limit: PING_ATTACHMENT_SIZE,
    authorizing_integration_owners: {},
    entitlements: [],
    id: ctx.id(),
    token: alphanumeric(ctx.random, TOKEN_LENGTH),
    type: 1,
    user: systemUser,
    version: 1,
  });
}

/** 200, JSON, `{"type":1}`. */
function isPong(result: OutboundResult): boolean {
  if (result.kind !== "answered" || result.status !== 200) return false;
  if (!/^application\/json\b/i.test(result.contentType)) return false;
  try {
    const reply = JSON.parse(result.body.toString("utf8")) as { type?: unknown } | null;
    return reply?.type === 1;
  } catch {
    return false;
  }
}

function isRefusal(result: OutboundResult): boolean {
  return result.kind === "answered" && result.status === 401;
}

const notVerified: Fault = {
  path: ["interactions_endpoint_url"],
  code: "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
  message: "The specified interactions endpoint url could not be verified.",
};

export function endpointCheck(outbound: Outbound): EndpointCheck {
  const signer = openSigner();
  const wrongSigner: Signer = { sign: (seed, text) => signer.sign(seed, `${text} `) };
  const patienceMs = limits.firstAnswer.value;
  return {
    async fault(work, application, url) {
      const { body, now } = await work.transaction(async (ctx) => ({
        body: ping(ctx, application),
        now: ctx.now,
      }));
      const destination = { url, application };
      const [good, bad] = await Promise.all([
        outbound.send(signedRequest(signer, destination, { body, now }), patienceMs),
        outbound.send(signedRequest(wrongSigner, destination, { body, now }), patienceMs),
      ]);
      return isPong(good) && isRefusal(bad) ? undefined : notVerified;
    },
  };
}
