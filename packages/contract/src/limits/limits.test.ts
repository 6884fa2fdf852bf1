import { expect, test } from "vitest";
import { gatewayLimits } from "./gateway-limits.ts";
import { guildLimits } from "./guilds-limits.ts";
import { httpLimits } from "./http-limits.ts";
import {
  partnersLimits,
  salesLimits,
  searchLimits,
  webhooksLimits,
  worldLimits,
} from "./services-limits.ts";
import { limits, type NamedLimit } from "./limits.ts";

const named = Object.entries<NamedLimit>(limits);

test.each(named)("%s is a positive integer with a unit and a source", (_name, limit) => {
  expect(Number.isSafeInteger(limit.value) && limit.value > 0).toBe(true);
  expect(limit.unit).not.toBe("");
  expect(limit.source).toMatch(
    /^(requirements \d|protocol: [a-z-]+ \d|product\.md, [A-Z]|assumed: \w)/,
  );
});

test("every name is used for only one limit", () => {
  const groups = [
    gatewayLimits,
    guildLimits,
    httpLimits,
    partnersLimits,
    salesLimits,
    searchLimits,
    webhooksLimits,
    worldLimits,
  ];
  const names = groups.flatMap((each) => Object.keys(each));
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  for (const group of groups) expect(limits).toMatchObject(group);
});

test("every window lasts at least one second", () => {
  const windows = named.flatMap(([, { windowMs }]) => windowMs ?? []);
  expect(Math.min(...windows)).toBeGreaterThanOrEqual(1000);
});
