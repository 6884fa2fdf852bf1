// Premium buttons, checked against the SKUs of the application. Source: protocol:
// commands-and-interactions 5.5; that a foreign SKU is refused is assumed, with its leaf code.
import { ComponentType, ButtonStyle } from "@antechamber/contract/messages";
import type { ValidationIssue } from "@antechamber/contract/schema";
import { invalidForm } from "../../../platform/api-error.ts";
import type { ReadContext } from "../../../platform/context.ts";
import { skus } from "../../entitlements/sku.ts";
import { everyComponent, isComponent } from "./component-tree.ts";

interface Sold {
  readonly componentPath: ValidationIssue["path"];
  readonly skuId: string;
}

/** The SKUs that the premium buttons name, with their paths. */
function premiumSkusIn(components: readonly unknown[]): Sold[] {
  return everyComponent(components).flatMap(({ componentPath, component }) => {
    if (!isComponent(component)) return [];
    const { type, style, sku_id: skuId } = component;
    const isPremium = type === ComponentType.BUTTON && style === ButtonStyle.PREMIUM;
    return isPremium && typeof skuId === "string"
      ? [{ componentPath: [...componentPath, "sku_id"], skuId }]
      : [];
  });
}

/**
 * Refuses premium buttons that name an SKU which the application does not have. An application with
 * no known SKUs may name any.
 *
 * @param at the path of the message within the request
 * @throws InvalidForm
 */
export async function requireOwnSkus(
  ctx: ReadContext,
  applicationId: string,
  {
    components,
    at,
  }: { readonly components: readonly unknown[]; readonly at: ValidationIssue["path"] },
): Promise<void> {
  const sold = premiumSkusIn(components);
  if (sold.length === 0) return;
  const own = await ctx.tx.find(skus, { index: "application", value: applicationId });
  const ownIds = new Set(own.map(({ id }) => id));
  const foreign = sold.filter(({ skuId }) => !ownIds.has(skuId));
  if (own.length === 0 || foreign.length === 0) return;
  const issues = foreign.map(({ componentPath }) => ({
    path: [...at, "components", ...componentPath],
    code: "BUTTON_COMPONENT_INVALID_SKU",
    message: "This SKU is not one of the application's.",
  }));
  throw invalidForm(...issues);
}
