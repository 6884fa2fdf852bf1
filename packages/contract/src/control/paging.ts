// Lists of the control plane come in pages. Source: product.md, Control plane.
import { control } from "../auth.ts";
import { forPeople } from "../endpoint.ts";
import { InvalidForm } from "../error.ts";
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

/** The endpoint of a list that can be searched by ids and names. */
export function listEndpoint<const N extends string, S extends TSchema>(
  plural: N,
  { summary, item }: { readonly summary: string; readonly item: S },
) {
  return forPeople({
    id: `control.${plural}.list`,
    source,
    summary,
    method: "GET",
    plane: "control",
    path: `/${plural}`,
    auth: [control],
    query: object(searchFields),
    replies: { 200: pageSchema(item) },
    errors: [InvalidForm],
  });
}
