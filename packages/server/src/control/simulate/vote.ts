// Voting as a simulated user through the control plane. Source: product.md, Simulated users.
import { voteAsUser } from "@antechamber/contract/control";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { messageOn } from "../../domains/messages/on-message.ts";
import type { MessageRecord } from "../../domains/messages/message.ts";
import { vote } from "../../domains/messages/voting/voting.ts";
import { wholeViewer } from "../../domains/messages/readable.ts";
import { userOnMessage } from "./user-on-message.ts";

/** The id of a poll answer, given as a number or as its text; 0 if there is none. */
function answerId({ poll }: MessageRecord, answer: string): number {
  const found = poll?.answers.find(({ poll_media }) => poll_media.text === answer);
  return found?.answer_id ?? (/^[0-9]{1,9}$/.test(answer) ? Number(answer) : 0);
}

export const simulatedVoteHandlers: readonly Binding[] = [
  handle(voteAsUser, async (ctx, { params, body }) => {
    const { answers, ...place } = body();
    const on = await userOnMessage(ctx, params.user, place);
    const message = await messageOn(ctx, on);
    const answerIds = answers.map((each) => answerId(message, each));
    await vote(ctx, on, { answerIds, path: "answers" });
    return reply(200, await wholeViewer(ctx, on.user.id)(await messageOn(ctx, on)));
  }),
];
