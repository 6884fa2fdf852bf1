// Sends interactions to the endpoints of applications that want them by HTTP, once each, after the
// transaction that they came from. Source: protocol: commands-and-interactions 6.2, 7.
import {
  FailureReason,
  Interaction,
  InteractionPosting,
  limits,
  projection,
  type Static,
} from "@antechamber/contract";
import { signedRequest } from "../../domains/applications/signed-request.ts";
import {
  answerInline,
  failPosting,
  isRefusal,
  postingOf,
  takePosting,
  type InlineReply,
  type Posting,
} from "../../domains/interactions/posting.ts";
import type { Clock } from "../../platform/clock.ts";
import { openSigner } from "../../platform/crypto.ts";
import { parseJson } from "../../platform/json.ts";
import type { Logger } from "../../platform/log.ts";
import { MULTIPART_BODY_MAX_BYTES, readMultipart } from "../../platform/multipart.ts";
import type { Outbound, OutboundResult } from "../../platform/outbound.ts";
import type { Store } from "../../platform/store.ts";
import type { Work } from "../../platform/work.ts";

export interface PostMeans {
  readonly store: Pick<Store, "log" | "versions">;
  readonly work: Work;
  readonly clock: Clock;
  readonly outbound: Outbound;
  readonly log: Pick<Logger, "error">;
}

/** Interactions on their way at once; what comes on top fails, so that none waits unseen. */
const POSTS_MAX = 2000;

/** The endpoint answers by the callback route. */
const ACCEPTED = 202;

type Payload = Static<typeof Interaction>;

const project = projection(Interaction);

/** Starts to deliver. The returned function stops it once what is under way has ended. */
export function postInteractions(means: PostMeans): () => Promise<void> {
  const { store, work, clock, outbound, log } = means;
  const signer = openSigner();
  const underWay = new Set<Promise<void>>();

  /** Where nobody else writes, the log tells of each interaction once: there is nothing to take. */
  function destination(payload: Payload): Promise<Posting | undefined> {
    return store.versions === undefined
      ? work.transaction((ctx) => takePosting(ctx, payload))
      : work.read((ctx) => postingOf(ctx, payload));
  }

  async function post(payload: Payload): Promise<void> {
    const posting = await destination(payload);
    if (posting === undefined) return;
    const body = JSON.stringify(project(payload));
    const request = signedRequest(signer, posting, { body, now: clock.now() });
    const withFiles = { ...request, filesMaxBytes: MULTIPART_BODY_MAX_BYTES };
    const result = await outbound.send(withFiles, limits.endpointPatience.value);
    await settle(work, payload.id, result);
  }

  function begin(payload: Payload): void {
    const delivery = underWay.size < POSTS_MAX ? post(payload) : giveUp(payload);
    const settled: Promise<void> = delivery
      .catch((error: unknown) => log.error({ err: error }, "an interaction was not delivered"))
      .finally(() => underWay.delete(settled));
    underWay.add(settled);
  }

  function giveUp({ id }: Payload): Promise<void> {
    return work.transaction((ctx) => failPosting(ctx, id, FailureReason.UNKNOWN));
  }

  const unfollow = store.log.follow((facts) => {
    for (const fact of facts) {
      if (fact.name === InteractionPosting.name) begin(fact.payload as Payload);
    }
  });

  return async () => {
    unfollow();
    outbound.close();
    await Promise.all(underWay);
  };
}

/** Puts into effect what the endpoint replied. */
async function settle(work: Work, id: string, result: OutboundResult): Promise<void> {
  const failWith = (reason: number) => work.transaction((ctx) => failPosting(ctx, id, reason));
  if (result.kind === "timedOut") return failWith(FailureReason.TIMEOUT);
  if (result.kind === "failed") return failWith(FailureReason.UNKNOWN);
  if (result.status === ACCEPTED) return;
  const reply = await replyIn(result);
  if (reply === undefined) return failWith(FailureReason.UNKNOWN);
  try {
    await work.transaction((ctx) => answerInline(ctx, id, reply));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await failWith(FailureReason.UNKNOWN);
  }
}

type Answered = Extract<OutboundResult, { kind: "answered" }>;

/** What a good reply holds: JSON, alone or with files beside it; undefined for any other. */
async function replyIn(answered: Answered): Promise<InlineReply | undefined> {
  const { status, contentType, body } = answered;
  if (status < 200 || status > 299) return undefined;
  try {
    if (/^application\/json\b/i.test(contentType)) return { value: parseJson(body), files: [] };
    if (!/^multipart\/form-data\b/i.test(contentType)) return undefined;
    const { fields, files } = await readMultipart(contentType, body);
    return { value: parseJson(Buffer.from(String(fields["payload_json"]))), files };
  } catch {
    return undefined;
  }
}
