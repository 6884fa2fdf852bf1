// Paging of the control plane's lists. Source: product.md, Control plane.
import type { TProperties } from "typebox";
import { control } from "../auth.ts";
import { refusingUnknownKeys } from "../endpoint.ts";
import { InvalidForm, type ErrorDeclaration } from "../error.ts";
import { limits } from "../limits/limits.ts";
import { integer, list, nullable, object, optional, text, type TSchema } from "../schema/values.ts";

const source = "product.md, Control plane";

/** The query of a page. */
export const pageFields = {
  /** The number of items per page; absent: 100. */
  limit: optional(integer({ min: 1, max: limits.controlPage.value })),
  /** The cursor, `next` of the previous page; absent: the first page. */
  after: optional(text({ min: 1, max: 500 })),
};

/** The query of a page of a searchable list. */
export const searchFields = {
  ...pageFields,
  /** What an id or a name must contain, ignoring case. */
  q: optional(text({ min: 1, max: 100 })),
};

/** A page of a list. */
export function pageSchema<S extends TSchema>(item: S) {
  return object({
    items: list(item),
    /** The cursor of the next page; null at the end. A search may end a page early. */
    next: nullable(text()),
  });
}

interface ListKind<S extends TSchema, F extends TProperties> {
  readonly summary: string;
  readonly item: S;
  /** Further filters. */
  readonly filters?: F;
  /** Errors of the filters. */
  readonly errors?: readonly ErrorDeclaration[];
}

/** The endpoint of a list that is searchable by ids and names. */
export function listEndpoint<
  const N extends string,
  S extends TSchema,
  F extends TProperties = typeof searchFields,
>(plural: N, { summary, item, filters, errors = [] }: ListKind<S, F>) {
  return refusingUnknownKeys({
    id: `control.${plural}.list`,
    source,
    summary,
    method: "GET",
    plane: "control",
    path: `/${plural}`,
    auth: [control],
    query: object({ ...searchFields, ...(filters as F) }),
    replies: { 200: pageSchema(item) },
    errors: [InvalidForm, ...errors],
  });
}
