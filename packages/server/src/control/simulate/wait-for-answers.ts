// Collects the replies of applications to a message from the event log until no more arrive for a
// while. Source: product.md, Control plane (bodies).
import { limits } from "@antechamber/contract";
import { MessageCreate, MessageDelete, MessageUpdate } from "@antechamber/contract/messages";
import type { ReadContext } from "../../platform/context.ts";
import type { WhenGone } from "../../platform/handler.ts";
import type { EventRecord } from "../../platform/store.ts";
import type { MessageRecord } from "../../domains/messages/message.ts";
import { messageOf } from "../../domains/messages/operations.ts";
import type { FollowDeps } from "./wait-for-outcome.ts";

/** Collects the replies to one message. */
export interface Listener {
  /**
   * Resolves when applications have written in the message's channel after it and then been silent
   * for a while, or when the wait is over.
   *
   * @param wait its real milliseconds at most, and what ends it before
   * @returns the ids of the replies
   */
  answers(message: MessageRecord, wait: AnswersWait): Promise<readonly string[]>;
  stop(): void;
}

interface AnswersWait {
  readonly waitMs: number;
  readonly whenGone: WhenGone;
}

interface GivenAnswer {
  readonly id: string;
  readonly channel_id: string;
  readonly author?: { readonly bot?: boolean };
  readonly application_id?: string;
}

/** How many events are buffered before the channel of the replies is known. */
const RECEIVED_MAX = 10_000;

/** Subscribes to the event log; must be called before the message is sent. */
export function listenForAnswers({ store, clock }: FollowDeps): Listener {
  let received: EventRecord[] = [];
  let receive = (event: EventRecord): void => {
    if (received.length < RECEIVED_MAX) received.push(event);
  };
  const stop = store.log.follow((events) => {
    for (const event of events) receive(event);
  });

  function answers(
    message: MessageRecord,
    { waitMs, whenGone }: AnswersWait,
  ): Promise<readonly string[]> {
    const ids = new Set<string>();
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    const done = () => resolve([...ids]);
    const cancelWait = clock.after(waitMs, done);
    whenGone(done);
    let cancelSilence = () => {};
    receive = ({ name, payload }) => {
      if (!isAbout(message, { name, payload: payload as GivenAnswer }, ids)) return;
      cancelSilence();
      cancelSilence = clock.after(limits.answerSilence.value, done);
    };
    for (const event of received.splice(0)) receive(event);
    return promise.finally(() => {
      cancelWait();
      cancelSilence();
    });
  }

  return {
    answers,
    stop() {
      received = [];
      stop();
    },
  };
}

/** True for a new reply of an application, and for a change of one already collected. */
function isAbout(
  { id, channel_id }: MessageRecord,
  { name, payload }: { readonly name: string; readonly payload: GivenAnswer },
  ids: Set<string>,
): boolean {
  if (payload.channel_id !== channel_id) return false;
  if (name === MessageUpdate.name || name === MessageDelete.name) return ids.has(payload.id);
  const isNew = name === MessageCreate.name && BigInt(payload.id) > BigInt(id);
  const isApplications = payload.author?.bot === true || payload.application_id !== undefined;
  if (!isNew || !isApplications) return false;
  ids.add(payload.id);
  return true;
}

/** The collected replies in their current state, without deleted ones. */
export async function receivedMessages(
  ctx: ReadContext,
  channelId: string,
  ids: readonly string[],
): Promise<MessageRecord[]> {
  const found = await Promise.all(ids.map((id) => messageOf(ctx, channelId, id)));
  return found.filter((message) => message !== undefined);
}
