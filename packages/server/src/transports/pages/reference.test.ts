// The reference that the service gives out is the one that is reviewed, and leaves nothing out.
import { addressOf, endpoints } from "@antechamber/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import reviewedControl from "../../../../../openapi-control.json" with { type: "json" };
import reviewed from "../../../../../openapi.json" with { type: "json" };
import { aService, type TestService } from "../../testing/start-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await aService();
});

afterAll(() => service.stop());

test("/openapi.json is this repository's own, for pages of every origin", async () => {
  const answer = await fetch(`${service.url}/openapi.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(await answer.json()).toEqual(reviewed);
});

test("/control/v1/openapi.json is this repository's own, and not for pages of other origins", async () => {
  const answer = await fetch(`${service.url}/control/v1/openapi.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  expect(await answer.json()).toEqual(reviewedControl);
});

test("/reference names every endpoint", async () => {
  const answer = await fetch(`${service.url}/reference`);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const text = await answer.text();
  const missing = endpoints.filter(
    (each) => !text.includes(`<strong>${each.method} ${addressOf(each)}</strong>`),
  );
  expect(missing.map(({ id }) => id)).toEqual([]);
});
