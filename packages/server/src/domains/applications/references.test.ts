import { expect, test } from "vitest";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { anApplication } from "../../testing/records.ts";
import { applications } from "./application.ts";
import { referencedApplication } from "./references.ts";

const [one, other] = ["200000000000000001", "200000000000000002"];

test("an application is found by its ID, or by its name if that is unique", async () => {
  const { work, seed } = await openHandlerCalls([]);
  await seed((tx) => {
    tx.put(applications, anApplication(one, { owner_id: "1", name: "Concierge" }));
    tx.put(applications, anApplication(other, { owner_id: "1", name: "Twin" }));
    tx.put(applications, anApplication("200000000000000003", { owner_id: "1", name: "Twin" }));
  });
  const named = (text: string) =>
    work.read((ctx) => referencedApplication(ctx, { text, path: ["application"] }));
  expect((await named("Concierge")).id).toBe(one);
  expect((await named(other)).id).toBe(other);
  await expect(named("Twin")).rejects.toMatchObject({ declaration: { code: 50035 } });
  await expect(named("Nothing")).rejects.toMatchObject({ declaration: { code: 10002 } });
});
