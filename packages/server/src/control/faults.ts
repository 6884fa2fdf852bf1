// Plans injected faults through the control plane. Source: product.md, Control plane.
import { limits, type EndpointDeclaration, type Input } from "@antechamber/contract";
import {
  clearFaults,
  listFaults,
  createFault,
  removeFault,
  UnknownFault,
} from "@antechamber/contract/control";
import { referencedApplication } from "../domains/applications/references.ts";
import { referencedUser } from "../domains/users/references.ts";
import { ApiError, invalidForm } from "../platform/api-error.ts";
import type { ReadContext } from "../platform/context.ts";
import type { InjectedFault, FaultPlan, Target } from "../platform/faults/fault-injection.ts";
import { handleAsync, noContent, reply, type Binding } from "../platform/handler.ts";
import type { Ids } from "../platform/ids.ts";
import type { TimeSlicer } from "../platform/time/time-slicer.ts";
import { listBinding } from "./lists/list-binding.ts";
import { fromMemory } from "./lists/sources.ts";

type Form = InjectedFault["form"];

/** The handlers that plan, list and remove injected faults. */
export function faultHandlers(
  {
    faults,
    ids,
    slicer,
  }: {
    readonly faults: FaultPlan;
    readonly ids: Pick<Ids, "next">;
    readonly slicer: TimeSlicer;
  },
  endpoints: readonly EndpointDeclaration[],
): readonly Binding[] {
  const endpointIdsOf = endpointFinder(endpoints);
  return [
    // Runs outside a transaction because a transaction may be retried and a fault is planned once.
    handleAsync(createFault, async ({ work }, { body }: Input<typeof createFault>) => {
      const form = withPlainBody(body());
      const endpointIds = endpointIdsOf(form.match);
      const owner = await work.read((ctx) => ownerIn(ctx, form.match));
      const added = faults.add({ id: ids.next(), target: { ...owner, endpointIds }, form });
      await faults.whenShared();
      return reply(201, added);
    }),
    listBinding(slicer, listFaults, faultList(faults)),
    handleAsync(clearFaults, async () => {
      faults.clearEverywhere();
      await faults.whenShared();
      return noContent;
    }),
    handleAsync(removeFault, async (_ctx, { params }: Input<typeof removeFault>) => {
      if (!faults.remove(params.fault_id)) throw new ApiError(UnknownFault);
      await faults.whenShared();
      return noContent;
    }),
  ];
}

function faultList(faults: FaultPlan) {
  return fromMemory({
    all: () => faults.list(),
    numberOf: ({ id }) => BigInt(id),
    texts: ({ id }) => [id],
    show: (fault) => fault,
  });
}

/** Stores integers too large for a double as text, and refuses a body that is too long. */
function withPlainBody(form: Form): Form {
  if (form.http?.body === undefined) return form;
  const text = JSON.stringify(form.http.body, (_key, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  const { value: max } = limits.faultBody;
  if (Buffer.byteLength(text) > max) {
    const message = `Must be ${max} or fewer bytes in length.`;
    throw invalidForm({ path: ["http", "body"], code: "BASE_TYPE_MAX_LENGTH", message });
  }
  return { ...form, http: { ...form.http, body: JSON.parse(text) as unknown } };
}

async function ownerIn(
  ctx: ReadContext,
  { application, user }: Form["match"],
): Promise<Omit<Target, "endpointIds">> {
  const at = (name: string, text: string) => ({ text, path: ["match", name] });
  const named =
    application === undefined
      ? undefined
      : await referencedApplication(ctx, at("application", application));
  const whose = user === undefined ? undefined : await referencedUser(ctx, at("user", user));
  return { applicationId: named?.id, userId: whose?.id };
}

/**
 * Normalizes a path template: the names of its parameters and the API's base path, which our own
 * API document includes, do not matter.
 */
function routeShape(path: string): string {
  return path.replace(/^\/api(\/v(9|10))?(?=\/)/, "").replaceAll(/\{[^}]*\}/g, "{}");
}

/** Returns a function that finds the endpoints a fault matches, or undefined for all of them. */
function endpointFinder(endpoints: readonly EndpointDeclaration[]) {
  const matchable = endpoints.filter((each) => each.plane !== "control");
  return ({ method, route }: Form["match"]): ReadonlySet<string> | undefined => {
    if (method === undefined && route === undefined) return undefined;
    const onRoute =
      route === undefined
        ? matchable
        : matchable.filter(
            ({ id, path }) => id === route || routeShape(path) === routeShape(route),
          );
    if (route !== undefined && onRoute.length === 0) {
      const message = "No endpoint has this id or path template.";
      throw invalidForm({ path: ["match", "route"], code: "BASE_TYPE_CHOICES", message });
    }
    const matching = onRoute.filter((each) => method === undefined || each.method === method);
    if (matching.length > 0) return new Set(matching.map((each) => each.id));
    const message = "No endpoint of this route has this method.";
    throw invalidForm({ path: ["match", "method"], code: "BASE_TYPE_CHOICES", message });
  };
}
