// How a kind of entity is created, shown, changed and removed through the control plane.
import type { EndpointDeclaration, Input } from "@antechamber/contract";
import type { Static, TSchema } from "@antechamber/contract/schema";
import type { Context, ReadContext } from "../../platform/context.ts";
import { noContent, reply, type AsyncContext, type Binding } from "../../platform/handler.ts";
import type { Transactions } from "../../platform/transactions.ts";

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

/**
 * The operations behind the endpoints of a kind; each throws only errors that its endpoint
 * declares.
 */
export interface EntityVerbs<K extends EntityEndpoints> {
  create(ctx: Context, form: Form<K>): Promise<Form<K>>;
  show(ctx: ReadContext, at: At<K>): Promise<Form<K>>;
  edit(ctx: Context, at: At<K>, changes: () => Changes<K>): Promise<Form<K>>;
  remove(ctx: Context, at: At<K>): Promise<void>;
}

/**
 * A check, possibly with outbound requests, before a change is written; throws to refuse the
 * change.
 */
export type BeforeEdit<K extends EntityEndpoints> = (
  work: Transactions,
  at: At<K>,
  changes: () => Changes<K>,
) => Promise<void>;

interface AnyInput {
  readonly params: never;
  readonly body: () => unknown;
}

/** Binds the endpoints of a kind to its verbs. */
export function entityBindings<K extends EntityEndpoints>(
  kind: K,
  verbs: EntityVerbs<K>,
  beforeEdit?: BeforeEdit<K>,
): readonly Binding[] {
  function inside(
    endpoint: EndpointDeclaration,
    run: (ctx: Context, input: AnyInput) => Promise<{ status: number; body?: unknown }>,
  ): Binding {
    // The pipeline parses params and body by the endpoint's own declaration.
    return {
      endpoint,
      kind: "inside",
      run: (ctx, input) => run(ctx, input as unknown as AnyInput),
    };
  }

  function edit(): Binding {
    const write = async (ctx: Context, { params, body }: AnyInput) =>
      reply(200, await verbs.edit(ctx, params, () => body() as Changes<K>));
    if (beforeEdit === undefined) return inside(kind.edit, write);
    const run = async ({ work }: AsyncContext, given: Input<EndpointDeclaration>) => {
      const input = given as unknown as AnyInput;
      await beforeEdit(work, input.params, () => input.body() as Changes<K>);
      return work.transaction((ctx) => write(ctx, input));
    };
    return { endpoint: kind.edit, kind: "outside", run };
  }

  return [
    inside(kind.create, async (ctx, { body }) =>
      reply(201, await verbs.create(ctx, body() as Form<K>)),
    ),
    inside(kind.get, async (ctx, { params }) => reply(200, await verbs.show(ctx, params))),
    edit(),
    inside(kind.remove, async (ctx, { params }) => {
      await verbs.remove(ctx, params);
      return noContent;
    }),
  ];
}
