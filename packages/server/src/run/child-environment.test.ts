import { expect, test } from "vitest";
import { outerProxyOf, redirectingVariables } from "./child-environment.ts";

const redirection = {
  serviceUrl: "http://127.0.0.1:8010",
  frontPort: 4430,
  bundles: { roots: "/r", added: "/a", javaStore: "/j", systemBundle: undefined },
  nodePreload: '/with space/and "quote"/node.cjs',
  pythonFolder: "/python",
  reports: "/reports",
};

test("existing options are kept", () => {
  const before = {
    NODE_OPTIONS: "--enable-source-maps",
    PYTHONPATH: "/mine",
    JAVA_TOOL_OPTIONS: "-Xmx1g",
    NO_PROXY: "intranet",
    HTTPS_PROXY: "http://proxy.example:3128",
  };
  const after = redirectingVariables(before, redirection);
  expect(after).toMatchObject({
    NODE_OPTIONS: String.raw`--enable-source-maps --require "/with space/and \"quote\"/node.cjs"`,
    PYTHONPATH: "/python:/mine",
    NO_PROXY: "intranet,localhost,127.0.0.1,::1",
    no_proxy: "intranet,localhost,127.0.0.1,::1",
    HTTPS_PROXY: "http://127.0.0.1:4430",
    https_proxy: "http://127.0.0.1:4430",
  });
  expect(after["JAVA_TOOL_OPTIONS"]).toMatch(/^-Xmx1g .*-Dhttps\.proxyPort=4430/);
  expect(JSON.parse(after["ANTECHAMBER_REDIRECT"] ?? "")).toMatchObject({
    proxyBefore: { HTTPS_PROXY: "http://proxy.example:3128" },
  });
});

test.each(["NO_PROXY", "no_proxy"])(
  "the hosts in %s are excluded from the proxy under both names",
  (name) => {
    expect(redirectingVariables({ [name]: "intranet" }, redirection)).toMatchObject({
      NO_PROXY: "intranet,localhost,127.0.0.1,::1",
      no_proxy: "intranet,localhost,127.0.0.1,::1",
    });
  },
);

test.each([
  ["http://proxy.example:3128", { host: "proxy.example", port: 3128, authorization: undefined }],
  ["http://[::1]", { host: "::1", port: 80, authorization: undefined }],
  [
    "http://me:p%40ss@proxy.example",
    { host: "proxy.example", port: 80, authorization: "Basic bWU6cEBzcw==" },
  ],
  [
    "http://me:50%off@proxy.example",
    { host: "proxy.example", port: 80, authorization: "Basic bWU6NTAlb2Zm" },
  ],
  ["proxy.example:3128", { host: "proxy.example", port: 3128, authorization: undefined }],
  ["localhost:3128", { host: "localhost", port: 3128, authorization: undefined }],
  ["127.0.0.1", { host: "127.0.0.1", port: 80, authorization: undefined }],
  [
    "me:p%40ss@proxy.example:3128/",
    { host: "proxy.example", port: 3128, authorization: "Basic bWU6cEBzcw==" },
  ],
  ["socks5://proxy.example", undefined],
  ["", undefined],
  [" ", undefined],
])("the proxy of the environment %j is parsed as %j", (value, proxy) => {
  expect(outerProxyOf({ HTTPS_PROXY: value })).toEqual(proxy);
  expect(outerProxyOf({ https_proxy: value })).toEqual(proxy);
});
