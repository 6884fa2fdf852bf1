// The types of entities, faults and journal filters, which editors use for completion.
import type { ControlCallId, ControlInput } from "@antechamber/sdk/control";
import { describe, expectTypeOf } from "vitest";
import { expect, test } from "./runners/vitest.ts";
import type { EntityForms, FaultForm, JournalFilters } from "./generated/control-forms.ts";
import type { World } from "./world.ts";

type Body<Id extends ControlCallId> =
  ControlInput<Id> extends { readonly body?: infer B } ? B : never;

describe("the compiler", () => {
  test("knows each kind of entity as the control plane declares it", () => {
    expectTypeOf<EntityForms["channels"]>().toEqualTypeOf<Body<"control.channels.create">>();
    expectTypeOf<EntityForms["members"]>().toEqualTypeOf<Body<"control.members.create">>();
    expectTypeOf<EntityForms["tokens"]>().toEqualTypeOf<Body<"control.tokens.create">>();
    expectTypeOf<FaultForm>().toEqualTypeOf<Body<"control.faults.create">>();
    type JournalQuery = NonNullable<ControlInput<"control.journal.list">["query"]>;
    expectTypeOf<JournalFilters>().toEqualTypeOf<Omit<JournalQuery, "world" | "follow">>();
  });

  test("accepts a draft by its kind, and also loosely typed values", () => {
    const world = {} as World;
    const draft = { name: "den", type: 0, guild: "Test Guild" };
    const object: object = draft;
    const fault = { match: { method: "POST" }, http: { status: 500 } };
    const filters: Record<string, string> = { kind: "request,dispatch" };
    const kind: "channels" | "roles" = "channels";
    const calls = () => [
      world.add("channels", { name: "den", type: 0 }),
      world.add("channels", draft),
      world.add("channels", object),
      world.add(kind, draft),
      world.add<{ id: string }>("channels", draft),
      world.faults.add({ match: { method: "POST" }, http: { rate_limit: { retry_after: 1 } } }),
      world.faults.add(fault),
      world.journal(filters),
      world.journal({ kind: ["request", "dispatch"], limit: 10 }),
    ];
    expectTypeOf(calls).toBeFunction();
    // @ts-expect-error there is no such kind
    const slip = () => world.add("channel", draft);
    expectTypeOf(slip).toBeFunction();
    const made = () => world.add<{ id: string }>("channels", draft);
    expectTypeOf(made).returns.resolves.toEqualTypeOf<{ id: string }>();
    const untyped = () => world.add("channels", draft);
    expectTypeOf(untyped).returns.resolves.toEqualTypeOf<Readonly<Record<string, unknown>>>();
  });
});

test("the journal can be filtered by several kinds at once", async ({ world }) => {
  await world.user("alice").in("#general").message("hello");
  const entries = await world.journal({ kind: ["request", "dispatch"], limit: 10 });
  expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(["request", "dispatch"]));
});
