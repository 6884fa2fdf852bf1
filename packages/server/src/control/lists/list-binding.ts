// A list of the control plane as a handler, in turns with other long work.
import type { EndpointDeclaration, Input } from "@antechamber/contract";
import type { AsyncContext, Binding } from "../../platform/handler.ts";
import type { TimeSlicer } from "../../platform/time-slicer.ts";
import { pageOf, type ListSource, type PageQuery } from "./pager.ts";

/** Binds the endpoint of a list to what it is read from. */
export function listBinding(
  slicer: TimeSlicer,
  endpoint: EndpointDeclaration,
  source: ListSource<unknown>,
): Binding {
  const run = async ({ work }: AsyncContext, input: Input<EndpointDeclaration>) => {
    const task = slicer.begin(Infinity);
    const query = input.query as PageQuery;
    const body = await work.read((ctx) => pageOf(ctx, source, { query, task }));
    return { status: 200, body };
  };
  return { endpoint, kind: "outside", run };
}
