// Binds a list of the control plane to its endpoint; the handler yields to other requests.
import type { EndpointDeclaration, Input } from "@antechamber/contract";
import type { ReadContext } from "../../platform/context.ts";
import type { AsyncContext, Binding } from "../../platform/handler.ts";
import type { TimeSlicer } from "../../platform/time/time-slicer.ts";
import { pageOf, type ListSource, type PageQuery } from "./pager.ts";

/** Makes the source of a list from the query's filters. */
type FilteredSource = (ctx: ReadContext, query: unknown) => Promise<ListSource<unknown>>;

/** Binds the endpoint of a list to the source of its items. */
export function listBinding(
  slicer: TimeSlicer,
  endpoint: EndpointDeclaration,
  source: ListSource<unknown> | FilteredSource,
): Binding {
  const run = async ({ work }: AsyncContext, input: Input<EndpointDeclaration>) => {
    const task = slicer.begin(Infinity);
    const query = input.query as PageQuery;
    const body = await work.read(async (ctx) => {
      const list = typeof source === "function" ? await source(ctx, input.query) : source;
      return pageOf(ctx, list, { query, task });
    });
    return { status: 200, body };
  };
  return { endpoint, kind: "outside", run };
}
