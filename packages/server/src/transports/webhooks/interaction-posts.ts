// Sends interactions to the endpoints of applications that receive them by HTTP, once each, after
// the transaction that caused them. Source: protocol: commands-and-interactions 6.2, 7.
import { limits } from "@antechamber/contract";
import {
  Interaction,
  InteractionCallback,
  InteractionCreate,
  InteractionPosting,
  InteractionType,
} from "@antechamber/contract/interactions";
import { parserOf, projection, type Static } from "@antechamber/contract/schema";
import {
  answerInline,
  failPosting,
  deliveryTargetOf,
  replyRefusal,
  claimDelivery,
  type InlineReply,
  type DeliveryTarget,
} from "../../domains/interactions/http-delivery.ts";
import { storeFinished } from "../../domains/webhooks/finished.ts";
import type { DeliveryAttempt } from "../../domains/webhooks/webhook.ts";
import { alphabetical } from "../../platform/formats/alphabetical.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Context } from "../../platform/context.ts";
import { parseJson } from "../../platform/formats/json.ts";
import type { Cause } from "../../platform/journal.ts";
import type { Logger } from "../../platform/log.ts";
import { mediaType, MULTIPART_TYPE, URLENCODED_TYPE } from "../../platform/formats/media-type.ts";
import { MULTIPART_BODY_MAX_BYTES, readMultipart } from "../../platform/formats/multipart.ts";
import {
  payloadJson,
  urlencodedFields,
  type UrlencodedFields,
} from "../../platform/formats/urlencoded.ts";
import type { OutboundResult } from "../../platform/outbound.ts";
import type { EventRecord, Store } from "../../platform/store.ts";
import type { Transactions } from "../../platform/transactions.ts";
import { queryReader } from "../../platform/formats/form-fields.ts";
import { DeliveryRetention } from "./delivery-retention.ts";
import { signedAttempts, type SignedAttemptDeps } from "./signed-attempt.ts";

export interface PostDeps extends SignedAttemptDeps {
  readonly store: Pick<Store, "log" | "versions">;
  readonly work: Transactions;
  readonly clock: Clock;
  readonly log: Pick<Logger, "error">;
}

/** Interactions in flight at once; any above that fail, so that none waits unnoticed. */
const POSTS_MAX = 2000;

/** The status of an endpoint that replies through the callback route. */
const ACCEPTED = 202;

type Payload = Static<typeof Interaction>;

const project = projection(Interaction);

/** Starts to deliver. The returned function stops that once deliveries in progress have ended. */
export function postInteractions(deps: PostDeps): () => Promise<void> {
  const { store, work, outbound, log } = deps;
  const attemptOnce = signedAttempts(deps);
  const underWay = new Set<Promise<void>>();
  const retention = new DeliveryRetention(work);

  /**
   * Finds the endpoint. Where no other process writes, the log delivers each interaction only once,
   * and no claim is needed.
   */
  function destination(payload: Payload): Promise<DeliveryTarget | undefined> {
    return store.versions === undefined
      ? work.transaction((ctx) => claimDelivery(ctx, payload))
      : work.read((ctx) => deliveryTargetOf(ctx, payload));
  }

  async function post(payload: Payload, cause: Cause | undefined): Promise<void> {
    const posting = await destination(payload);
    if (posting === undefined) return;
    const { id, application_id: application } = payload;
    const { result, attempt, origin } = await attemptOnce(posting, {
      body: JSON.stringify(alphabetical(project(payload))),
      filesMaxBytes: MULTIPART_BODY_MAX_BYTES,
      timeoutMs: limits.endpointPatience.value,
      draft: { name: InteractionCreate.name, cause, application, interaction: id },
    });
    await settle(work.of(origin), { id, result }, (ctx, problem) =>
      storeFinished(ctx, finishedPost(payload, posting.url, withProblem(attempt, problem))),
    );
    await retention.finished();
  }

  function begin(payload: Payload, cause: Cause | undefined): void {
    const delivery = underWay.size < POSTS_MAX ? post(payload, cause) : giveUp(payload);
    const settled: Promise<void> = delivery
      .catch((error: unknown) => log.error({ err: error }, "an interaction was not delivered"))
      .finally(() => underWay.delete(settled));
    underWay.add(settled);
  }

  function giveUp({ id }: Payload): Promise<void> {
    const message = `More than ${POSTS_MAX} interactions are on their way already.`;
    return work.transaction((ctx) =>
      failPosting(ctx, id, { kind: "connection", message, rule: RULE }),
    );
  }

  const receive = (events: readonly EventRecord[]) => {
    for (const event of events) {
      if (event.name === InteractionPosting.name) begin(event.payload as Payload, event.cause);
    }
  };
  const unfollow = store.log.follow(receive, { receives: () => false });

  return async () => {
    unfollow();
    outbound.close();
    await Promise.all(underWay);
  };
}

const RULE = "protocol: commands-and-interactions 6.2";

/** Records that a delivery has ended, and what was wrong with the endpoint's reply. */
type Ending = (ctx: Context, problem?: string) => void;

/** Applies the reply of an endpoint, and ends the delivery in the same transaction. */
async function settle(
  work: Transactions,
  { id, result }: { readonly id: string; readonly result: OutboundResult },
  end: Ending,
): Promise<void> {
  const failWith = (cause: Parameters<typeof failPosting>[2]) =>
    work.transaction(async (ctx) => {
      await failPosting(ctx, id, cause);
      end(ctx, cause.message);
    });
  if (result.kind === "timedOut") {
    const message = "The endpoint did not answer in time.";
    return failWith({ kind: "timeout", message, rule: RULE });
  }
  if (result.kind === "failed") {
    const message = `The endpoint could not be called: ${result.reason}.`;
    return failWith({ kind: "connection", message, rule: RULE });
  }
  const { status } = result;
  if (status === ACCEPTED) return work.transaction(async (ctx) => end(ctx));
  const reply = await replyIn(result);
  if (typeof reply === "string") {
    const kind = status < 200 || status > 299 ? "status" : "content";
    return failWith({ kind, message: reply, status, rule: RULE });
  }
  try {
    await work.transaction(async (ctx) => {
      await answerInline(ctx, id, reply);
      end(ctx);
    });
  } catch (error) {
    const cause = replyRefusal(error, status);
    if (cause === undefined) throw error;
    await failWith(cause);
  }
}

/** An attempt with an error, if the reply was received but is invalid. */
function withProblem(attempt: DeliveryAttempt, error: string | undefined): DeliveryAttempt {
  return error === undefined ? attempt : { ...attempt, error };
}

const typeNames = new Map<number, string>(
  Object.entries(InteractionType).map(([name, type]) => [type, name]),
);

/** A finished delivery of an interaction, as it is stored. */
function finishedPost(
  { id, application_id, type }: Payload,
  url: string,
  attempt: DeliveryAttempt,
) {
  return {
    id,
    kind: "interaction",
    type: typeNames.get(type) ?? String(type),
    application_id,
    url,
    state: attempt.error === undefined ? "delivered" : "failed",
    attempts: [attempt],
  } as const;
}

type Answered = Extract<OutboundResult, { kind: "answered" }>;

const readJson = parserOf(InteractionCallback);
const readFields = queryReader(InteractionCallback);

/** The content of a valid reply, of any type that the callback route takes; or what is wrong. */
async function replyIn(answered: Answered): Promise<InlineReply | string> {
  const { status, contentType, body } = answered;
  if (status < 200 || status > 299) return `The endpoint answered ${status}, which is no 2xx.`;
  const type = mediaType(contentType);
  const isJson = type === "application/json";
  try {
    if (isJson) return { reading: readJson(parseJson(body)), files: [] };
    if (type === URLENCODED_TYPE) {
      return { reading: formIn(urlencodedFields(body)), files: [] };
    }
    if (type === MULTIPART_TYPE) {
      const { fields, files } = await readMultipart(contentType, body);
      return { reading: formIn(fields), files };
    }
  } catch {
    return `The endpoint's ${isJson ? "JSON" : "form"} could not be read.`;
  }
  const named = contentType === "" ? "no content type" : contentType.slice(0, 100);
  return `The endpoint answered with ${named}, and neither JSON nor a form.`;
}

/** The fields of a form, or one field with the whole form as JSON. */
function formIn(fields: UrlencodedFields): InlineReply["reading"] {
  const json = payloadJson(fields);
  return json === undefined ? readFields(fields) : readJson(parseJson(Buffer.from(json)));
}
