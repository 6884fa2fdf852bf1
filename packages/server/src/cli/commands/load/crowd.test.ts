// Users of a run, against calls that fail at a chosen point.
import { RestError } from "@antechamber/sdk/control";
import { expect, test } from "vitest";
import { closeCrowd, openCrowd } from "./crowd.ts";

test("no user is created after a failed crowd was removed", async () => {
  const users = new Set<string>();
  const slow = Promise.withResolvers<void>();
  const call = async (id: string, { body, path }: Called): Promise<unknown> => {
    if (id === "control.users.create") {
      const name = body?.username ?? "";
      if (name !== "load-1") await slow.promise;
      users.add(name);
      return { id: name };
    }
    if (id === "control.users.remove") return void users.delete(path?.user ?? "");
    if (body?.user === "load-1") throw new RestError(400, "");
    return { token: "t" };
  };
  const control = { call } as unknown as Parameters<typeof openCrowd>[0];
  const opening = openCrowd(control, { count: 3, application: "1", guild: undefined });
  const closed = opening.catch(() => closeCrowd(control, 3));
  await new Promise(setImmediate);
  slow.resolve();
  await closed;
  await new Promise(setImmediate);
  expect([...users]).toEqual([]);
});

interface Called {
  readonly body?: { readonly username?: string; readonly user?: string };
  readonly path?: { readonly user: string };
}
