// Replies to operations that the reference has and this service lacks, so that no one searches for
// a mistake in a correct path.
import { NotBuilt } from "@antechamber/contract";
import type { MissingOperation } from "@antechamber/contract/schema";
import type { FastifyReply } from "fastify";
import { send } from "../replies/responses.ts";

/** Names the operation. */
const NOT_BUILT_HEADER = "x-antechamber-not-built";

/**
 * Replies to such a call, without checking a credential or reading a body.
 *
 * @param allow the methods that exist at this path here
 */
export function answerNotBuilt(
  reply: FastifyReply,
  { id, method, path }: MissingOperation,
  allow: string,
): void {
  const { status, code } = NotBuilt;
  const message = `${NotBuilt.message}: ${method} ${path} (${id})`;
  send(reply.headers({ [NOT_BUILT_HEADER]: id, allow }), status, JSON.stringify({ message, code }));
}
