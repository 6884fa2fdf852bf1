// No 200 for a field that is ignored: every field that the reference has and an endpoint lacks is
// refused at its place, and in production named beside the answer.
import { missingFields } from "@antechamber/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiError } from "../../platform/api-error.ts";
import { valueAt } from "../../testing/answer.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
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

/** A form that asks for the field at a path of the data, and where the field then stands. */
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
const messages = `${channel}/messages`;
const shared_client_theme = { colors: ["112233"] };

describe("in development mode", () => {
  test("a change that would do nothing is refused, and nothing of it is done", async () => {
    const body = { content: "new", shared_client_theme };
    const refused = await service("development").asBot(`POST ${messages}`, body);
    expect([refused.status, refused.at("code"), refused.at("message")]).toEqual([
      400,
      50035,
      "Invalid Form Body",
    ]);
    expect(refused.at("errors")).toEqual({
      shared_client_theme: {
        _errors: [
          {
            code: CODE,
            message: "The reference takes this field, and this service does not support it yet.",
          },
        ],
      },
    });
    expect((await service("development").asUser(demo.aliceToken, `GET ${messages}`)).body).toEqual(
      [],
    );
  });

  test("it stands beside the other faults of the form", async () => {
    const body = { content: "x".repeat(5000), shared_client_theme };
    const refused = await service("development").asBot(`POST ${messages}`, body);
    const places = Object.keys(refused.at("errors") as object);
    expect(places).toEqual(["content", "shared_client_theme"]);
  });

  test("an empty value passes", async () => {
    const body = { content: "empty", shared_client_theme: null };
    expect((await service("development").asBot(`POST ${messages}`, body)).status).toBe(200);
  });

  test("a key that the reference does not have either is left alone", async () => {
    const answer = await service("development").asBot(`PATCH ${channel}`, { no_such_key: true });
    expect([answer.status, answer.headers.get("x-antechamber-ignored-fields")]).toEqual([
      200,
      null,
    ]);
  });

  test("a missing channel and missing rights are told first", async () => {
    const path = "POST /channels/999999999999999999/messages";
    const answer = await service("development").asBot(path, { shared_client_theme });
    expect(answer.at("code")).toBe(10003);
  });

  test("the query is held to it too", async () => {
    const path = "GET /users/@me/guilds?shard";
    const refused = await service("development").asBot(`${path}=3`);
    expect(refused.at("errors", "shard", "_errors", 0, "code")).toBe(CODE);
    expect((await service("development").asBot(`${path}=`)).status).toBe(200);
  });
});

describe("in production", () => {
  test("the answer is as it was, and names what was ignored", async () => {
    const body = { content: "new", shared_client_theme };
    const answer = await service("production").asBot(`POST ${messages}`, body);
    expect([answer.status, answer.at("content")]).toEqual([200, "new"]);
    expect(answer.headers.get("x-antechamber-ignored-fields")).toBe("shared_client_theme");
  });

  test("so does one that was kept at hand", async () => {
    const ask = () => service("production").asBot("GET /users/@me/guilds?shard=3");
    const told = [await ask(), await ask()].map(({ headers }) =>
      headers.get("x-antechamber-ignored-fields"),
    );
    expect(told).toEqual(["shard", "shard"]);
  });

  test("a call that asks for nothing of the kind has no such header", async () => {
    const answer = await service("production").asBot(`PATCH ${channel}`, { topic: "newer" });
    expect(answer.headers.get("x-antechamber-ignored-fields")).toBeNull();
  });
});

test("fields of a form in parts are looked at as well", async () => {
  const form = new FormData();
  form.append("payload_json", JSON.stringify({ content: "x", shared_client_theme: { a: 1 } }));
  const refused = await service("development").asBot(`POST ${channel}/messages`, form);
  expect(refused.at("errors", "shared_client_theme", "_errors", 0, "code")).toBe(CODE);
});
