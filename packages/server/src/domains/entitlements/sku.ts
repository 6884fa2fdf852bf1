// SKUs: the record, its table and its view.
import { SkuFlag, type Sku } from "@antechamber/contract/entitlements";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { tableOf } from "../../platform/store.ts";

export interface SkuRecord {
  readonly id: string;
  readonly application_id: string;
  readonly type: number;
  readonly name: string;
  readonly slug: string;
  readonly flags: number;
}

export const skus = tableOf<SkuRecord>()({
  name: "sku",
  key: (sku) => snowflakeKey(sku.id),
  indexes: { application: (sku) => sku.application_id },
});

/** True when the SKU has the flag. */
export function isFlagged({ flags }: SkuRecord, name: keyof typeof SkuFlag): boolean {
  return (flags & (1 << SkuFlag[name])) !== 0;
}

/** The fields that have the same value for all SKUs. */
export const skuConstants = {
  dependent_sku_id: null,
  manifest_labels: null,
  access_type: 1,
  features: [],
  release_date: null,
  premium: false,
  show_age_gate: false,
};

/** A SKU in the format of the API. */
export function skuView(sku: SkuRecord): Static<typeof Sku> {
  return { ...sku, ...skuConstants };
}
