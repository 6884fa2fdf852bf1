// Limits of the pages of the control plane's lists. Source: product.md, Control plane.
import type { NamedLimit } from "./named-limit.ts";

const product = "product.md, Control plane";

export const pagingLimits = {
  controlPage: { value: 1000, unit: "items of a page of a list", source: product },
  controlPageDefault: {
    value: 100,
    unit: "items of a page when no limit is given",
    source: product,
  },
} as const satisfies Readonly<Record<string, NamedLimit>>;
