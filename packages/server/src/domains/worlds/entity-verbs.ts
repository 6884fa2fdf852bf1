// How a kind of entity is added, shown, changed and removed over the control plane.
import type { EndpointDeclaration, Input, Static, TSchema } from "@antechamber/contract";
import type { Context, ReadContext } from "../../platform/context.ts";
import { noContent, reply, type Binding } from "../../platform/handler.ts";

/** The four endpoints of one kind, as the contract declares them. */
interface EntityEndpoints {
  readonly create: EndpointDeclaration & { readonly body: TSchema };
  readonly get: EndpointDeclaration;
  readonly edit: EndpointDeclaration & { readonly body: TSchema };
  readonly remove: EndpointDeclaration;
}

type Form<K extends EntityEndpoints> = Static<K["create"]["body"]>;
type Changes<K extends EntityEndpoints> = Static<K["edit"]["body"]>;
type At<K extends EntityEndpoints> = Input<K["get"]>["params"];

/** What the endpoints of a kind do; each refuses with what they declare. */
export interface EntityVerbs<K extends EntityEndpoints> {
  create(ctx: Context, form: Form<K>): Promise<Form<K>>;
  show(ctx: ReadContext, at: At<K>): Promise<Form<K>>;
  edit(ctx: Context, at: At<K>, changes: () => Changes<K>): Promise<Form<K>>;
  remove(ctx: Context, at: At<K>): Promise<void>;
}

interface AnyInput {
  readonly params: never;
  readonly body: () => unknown;
}

/** Binds the endpoints of a kind to its verbs. */
export function entityBindings<K extends EntityEndpoints>(
  kind: K,
  verbs: EntityVerbs<K>,
): readonly Binding[] {
  function inside(
    endpoint: EndpointDeclaration,
    run: (ctx: Context, input: AnyInput) => Promise<{ status: number; body?: unknown }>,
  ): Binding {
    // The pipeline reads params and body by the endpoint's own declaration.
    return {
      endpoint,
      kind: "inside",
      run: (ctx, input) => run(ctx, input as unknown as AnyInput),
    };
  }
  return [
    inside(kind.create, async (ctx, { body }) =>
      reply(201, await verbs.create(ctx, body() as Form<K>)),
    ),
    inside(kind.get, async (ctx, { params }) => reply(200, await verbs.show(ctx, params))),
    inside(kind.edit, async (ctx, { params, body }) =>
      reply(200, await verbs.edit(ctx, params, () => body() as Changes<K>)),
    ),
    inside(kind.remove, async (ctx, { params }) => {
      await verbs.remove(ctx, params);
      return noContent;
    }),
  ];
}
