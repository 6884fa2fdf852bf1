// Operations that the reference has and this service lacks: they say so, so that nobody looks for a
// mistake in a path that is right.
import { NotBuilt } from "@antechamber/contract";
import type { MissingOperation } from "@antechamber/contract/schema";
import type { FastifyInstance } from "fastify";
import { corsHeaders, send } from "./responses.ts";

/** Names the operation. */
const NOT_BUILT_HEADER = "x-antechamber-not-built";

interface NotBuiltDeps {
  /** Methods that the path of an operation knows here, for `Allow`. */
  readonly methodsAt: (operation: MissingOperation) => readonly string[];
  /** The route of an operation. */
  readonly urlOf: (operation: MissingOperation) => string;
  /** Stands where a call never comes. */
  readonly unreachable: () => never;
  /** Called for each such call. */
  readonly notBuilt: (operationId: string) => void;
}

/** Mounts an answer for each of them; it asks for no credential, and reads no body. */
export function mountMissingOperations(
  app: FastifyInstance,
  operations: readonly MissingOperation[],
  means: NotBuiltDeps,
): void {
  for (const operation of operations) {
    const { id, method, path } = operation;
    const { status, code } = NotBuilt;
    const message = `${NotBuilt.message}: ${method} ${path} (${id})`;
    const body = JSON.stringify({ message, code });
    const headers = { [NOT_BUILT_HEADER]: id, allow: means.methodsAt(operation).join(", ") };
    app.route({
      method,
      url: means.urlOf(operation),
      onRequest(request, reply) {
        means.notBuilt(id);
        send(reply.headers({ ...corsHeaders(request), ...headers }), status, body);
      },
      handler: means.unreachable,
    });
  }
}
