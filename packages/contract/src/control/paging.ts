// Lists of the control plane come in pages. Source: product.md, Control plane.
import type { TProperties } from "typebox";
import { control } from "../auth.ts";
import { forPeople } from "../endpoint.ts";
import { InvalidForm, type ErrorDeclaration } from "../error.ts";
import { limits } from "../limits/limits.ts";
import { integer, list, nullable, object, optional, text, type TSchema } from "../schema/values.ts";

const source = "product.md, Control plane";

/** Which page of a list. */
export const pageFields = {
  /** Items of a page; absent: 100. */
  limit: optional(integer({ min: 1, max: limits.controlPage.value })),
  /** The `next` of the page before; absent: the first page. */
  after: optional(text({ min: 1, max: 500 })),
};

/** Which page of a list that can be searched. */
export const searchFields = {
  ...pageFields,
  /** What an id or a name must contain, in any case. */
  q: optional(text({ min: 1, max: 100 })),
};

/** A page of a list. */
export function pageSchema<S extends TSchema>(item: S) {
  return object({
    items: list(item),
    /** What the next page is asked for with; null at the end. A search may end a page early. */
    next: nullable(text()),
  });
}

interface ListKind<S extends TSchema, F extends TProperties> {
  readonly summary: string;
  readonly item: S;
  /** What else an item must be. */
  readonly filters?: F;
  /** What else refuses a filter. */
  readonly errors?: readonly ErrorDeclaration[];
}

/** The endpoint of a list that can be searched by ids and names. */
export function listEndpoint<
  const N extends string,
  S extends TSchema,
  F extends TProperties = typeof searchFields,
>(plural: N, { summary, item, filters, errors = [] }: ListKind<S, F>) {
  return forPeople({
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
