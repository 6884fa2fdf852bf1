// No 200 for a field that is ignored: every field that the reference has and an endpoint lacks is
// refused at its path, and in production named in a header.
import { missingFields } from "@antechamber/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiError } from "../../../platform/api-error.ts";
import { valueAt } from "../../../testing/answer.ts";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";
import { missingFieldsGuards } from "./missing-fields.ts";

const CODE = "FIELD_NOT_SUPPORTED";
const services = {
  development: undefined as TestService | undefined,
  production: undefined as TestService | undefined,
};

beforeAll(async () => {
  services.development = await aService();
  services.production = await aService({ production: true });
});

afterAll(async () => {
  await services.development?.stop();
  await services.production?.stop();
});

function service(mode: keyof typeof services): TestService {
  const found = services[mode];
  if (found === undefined) throw new Error("it has not started");
  return found;
}

/** A form with the field at a path of the data, and the path of the field in the form. */
function formWith(path: string): { form: unknown; at: (string | number)[] } {
  const at: (string | number)[] = [];
  const steps = [...path.matchAll(/\[\]|<(\d+)>|[^.[<]+/g)];
  for (const [step, tag] of steps) if (tag === undefined) at.push(step === "[]" ? 0 : step);
  const form = steps.reduceRight<unknown>((inner, [step, tag]) => {
    if (step === "[]") return [inner];
    return tag === undefined ? { [step]: inner } : { ...(inner as object), type: Number(tag) };
  }, "something");
  return { form, at };
}

const cases = Object.entries(missingFields).flatMap(([id, { query = [], body = [] }]) => [
  ...query.map((path) => [id, "query", path] as const),
  ...body.map((path) => [id, "body", path] as const),
]);

test.each(cases)("%s refuses in its %s: %s", (id, place, path) => {
  const { form, at } = formWith(path);
  const reading = { ok: true, value: {} } as const;
  const settle = (production: boolean, note: (names: readonly string[]) => void) =>
    missingFieldsGuards({ id }, production)[place].settle(form, reading, note);
  const refusal = (() => {
    try {
      return settle(false, () => undefined);
    } catch (error) {
      return (error as ApiError).details;
    }
  })();
  expect(valueAt(refusal, ["errors", ...at, "_errors", 0, "code"])).toBe(CODE);
  const named: string[] = [];
  settle(true, (names) => named.push(...names));
  expect(named).toHaveLength(1);
});

const channel = `/channels/${demo.generalId}`;
const application = "/applications/@me";
const team_id = "999999999999999999";
/** The field that the replies of the service are tested with, while it is missing. */
const isMissing = (missingFields["applications.editMe"]?.body ?? []).includes("team_id");

describe.runIf(isMissing)("in development mode", () => {
  test("a change of an unsupported field is refused, and nothing changes", async () => {
    const body = { description: "new", team_id };
    const refused = await service("development").asBot(`PATCH ${application}`, body);
    expect([refused.status, refused.at("code"), refused.at("message")]).toEqual([
      400,
      50035,
      "Invalid Form Body",
    ]);
    expect(refused.at("errors")).toEqual({
      team_id: {
        _errors: [
          {
            code: CODE,
            message: "The reference takes this field, and this service does not support it yet.",
          },
        ],
      },
    });
    const { body: after } = await service("development").asBot(`GET ${application}`);
    expect(after).not.toMatchObject({ description: "new" });
  });

  test("it is reported beside the other faults of the form", async () => {
    const body = { description: "x".repeat(5000), team_id };
    const refused = await service("development").asBot(`PATCH ${application}`, body);
    const places = Object.keys(refused.at("errors") as object);
    expect(places).toEqual(["description", "team_id"]);
  });

  test("an empty value is accepted", async () => {
    const body = { description: "empty", team_id: null };
    const answer = await service("development").asBot(`PATCH ${application}`, body);
    expect(answer.status).toBe(200);
  });
});

test("a key that the reference does not have either is ignored", async () => {
  const answer = await service("development").asBot(`PATCH ${channel}`, { no_such_key: true });
  expect([answer.status, answer.headers.get("x-antechamber-ignored-fields")]).toEqual([200, null]);
});

describe.runIf(isMissing)("in production", () => {
  test("the answer is unchanged, and names the ignored fields", async () => {
    const body = { description: "new", team_id };
    const answer = await service("production").asBot(`PATCH ${application}`, body);
    expect([answer.status, answer.at("description")]).toEqual([200, "new"]);
    expect(answer.headers.get("x-antechamber-ignored-fields")).toBe("team_id");
  });
});

test("a call without unsupported fields has no header that names ignored ones", async () => {
  const answer = await service("production").asBot(`PATCH ${channel}`, { topic: "newer" });
  expect(answer.headers.get("x-antechamber-ignored-fields")).toBeNull();
});
