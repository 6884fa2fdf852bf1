// Finds applications by id or name. Source: product.md, Control plane.
import { UnknownApplication } from "@antechamber/contract";
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { CANDIDATES_READ, isId, onlyCandidate, type Reference } from "../users/references.ts";
import { applications, type ApplicationRecord } from "./application.ts";

/**
 * The application with an id or a name.
 *
 * @throws UnknownApplication, InvalidForm when several have the name
 */
export async function referencedApplication(
  ctx: ReadContext,
  reference: Reference,
): Promise<ApplicationRecord> {
  const { text } = reference;
  const byId = isId(text) ? await ctx.tx.get(applications, snowflakeKey(text)) : undefined;
  if (byId !== undefined) return byId;
  const search = { index: "name", value: text, limit: CANDIDATES_READ } as const;
  const named = onlyCandidate(await ctx.tx.find(applications, search), reference, ({ id }) => id);
  if (named === undefined) throw new ApiError(UnknownApplication);
  return named;
}
