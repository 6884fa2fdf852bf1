// Operations that the reference has and this service lacks: they say so, so that nobody looks for a
// mistake in a path that is right.
import { NotBuilt } from "@antechamber/contract";
import type { MissingOperation } from "@antechamber/contract/schema";
import type { FastifyReply } from "fastify";
import { send } from "../replies/responses.ts";

/** Names the operation. */
const NOT_BUILT_HEADER = "x-antechamber-not-built";

/**
 * Answers a call of one; it asks for no credential, and reads no body.
 *
 * @param allow methods that its path knows here
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
