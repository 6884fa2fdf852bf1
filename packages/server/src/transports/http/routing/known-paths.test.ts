import { endpoints, type EndpointDeclaration } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import { KnownPaths, segmentsOf } from "./known-paths.ts";

const urlOf = ({ path }: Pick<EndpointDeclaration, "path">) => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** Known paths for these declarations, each with its own path as its route. */
function pathsOf(...declared: readonly string[]): KnownPaths<string> {
  const [template] = endpoints;
  if (template === undefined) throw new Error("there are no endpoints");
  const paths = new KnownPaths<string>(urlOf);
  for (const each of declared) {
    const [method = "", path = ""] = each.split(" ");
    paths.addEndpoint({ ...template, method: method as EndpointDeclaration["method"], path }, each);
  }
  return paths;
}

describe("the route of a call", () => {
  const paths = pathsOf(
    "GET /users/{user}",
    "PATCH /users/@me",
    "GET /users/@me/guilds",
    "GET /users/{user}/{thing}/roles",
    "POST /users/{user}",
  );

  test.each([
    ["GET /users/1", "GET /users/{user}"],
    ["POST /users/1", "POST /users/{user}"],
    ["PATCH /users/@me", "PATCH /users/@me"],
    ["GET /users/@me/guilds", "GET /users/@me/guilds"],
    // The literal branch has no route here, so the parameter is tried.
    ["GET /users/@me/guilds/roles", "GET /users/{user}/{thing}/roles"],
    ["GET /users/@me", "GET /users/{user}"],
    ["GET /users/1/", "GET /users/{user}"],
    ["GET /users/1?with=/a/b", "GET /users/{user}"],
    ["GET /users/1#/a", "GET /users/{user}"],
    ["GET http://127.0.0.1:8010/users/1", "GET /users/{user}"],
    ["GET http://127.0.0.1:8010", undefined],
    ["GET /%75sers/1", "GET /users/{user}"],
    // An encoded slash is not a separator, and an encoded `@` does not match.
    ["PATCH /users/%40me", undefined],
    ["GET /users%2F1", undefined],
    ["GET /users", undefined],
    ["GET /users/1/roles", undefined],
    ["DELETE /users/1", undefined],
    ["GET /", undefined],
  ])("%s", (call, route) => {
    const [method = "", url = ""] = call.split(" ");
    expect(paths.routeAt(segmentsOf(url), method)).toBe(route);
  });
});

test("a path without parameters matches only itself", () => {
  const paths = pathsOf("GET /users/@me", "GET /users/{user}");
  const found = (url: string) => paths.routeOf(url, "GET");
  expect(found("/users/@me")).toBe("GET /users/@me");
  expect([found("/users/@me?a=b"), found("/users/1"), found("/users/:user")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(paths.routeOf("/users/@me", "PUT")).toBeUndefined();
});

test("paths that differ only in the names of parameters are one", () => {
  const paths = pathsOf("GET /a/{one}", "PUT /a/{other}");
  expect(paths.all.map(({ url, methods }) => [url, ...methods])).toEqual([
    ["/a/:one", "GET", "PUT"],
  ]);
});

test("literal segments win over parameters, whatever the method", () => {
  const paths = pathsOf("GET /a/{one}/c", "PUT /a/b/{other}");
  expect(paths.at(segmentsOf("/a/b/c"))?.url).toBe("/a/b/:other");
  expect(paths.at(segmentsOf("/a/x/c"))?.url).toBe("/a/:one/c");
  expect(paths.at(segmentsOf("/a/x/d"))).toBeUndefined();
});

test("a wildcard page matches after literal segments and parameters", () => {
  const paths = pathsOf("GET /a/b/c", "GET /a/{one}");
  paths.addPage("/a/*", "GET");
  const urlAt = (path: string) => paths.at(segmentsOf(path))?.url;
  expect(urlAt("/a/b/c")).toBe("/a/b/c");
  expect(urlAt("/a/x")).toBe("/a/:one");
  expect([urlAt("/a/b/d"), urlAt("/a/x/y/z")]).toEqual(["/a/*", "/a/*"]);
  expect([urlAt("/a"), urlAt("/b/c")]).toEqual([undefined, undefined]);
  expect(paths.routeAt(segmentsOf("/a/x/y"), "GET")).toBeUndefined();
});
