// The limits on the audit log reason apply at every endpoint. Source: protocol:
// gateway-oauth-limits 1.1.
import { endpoints } from "@antechamber/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";
import { planes } from "../routing/routes.ts";

let service: TestService;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.stop());

const isApi = (each: (typeof endpoints)[number]) =>
  (each.plane ?? "api") === "api" && each.oauthForm !== true;
const taking = endpoints.filter(isApi);

interface Answer {
  readonly code?: number;
  readonly errors?: { readonly "X-Audit-Log-Reason"?: unknown };
}

const tooLong = {
  _errors: [{ code: "BASE_TYPE_BAD_LENGTH", message: "Must be between 1 and 512 in length." }],
};

async function answerTo(endpoint: (typeof endpoints)[number], reason: string): Promise<Answer> {
  const kinds = endpoint.auth.map(({ kind }) => kind);
  const auth = kinds.includes("bot")
    ? `Bot ${demo.botToken}`
    : kinds.includes("signedIn")
      ? demo.aliceToken
      : `Bearer ${demo.accessToken}`;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    /token|code$/.test(name) ? "no-such-one" : "999999999999999999",
  );
  const response = await fetch(service.url + planes.api + path, {
    method: endpoint.method,
    redirect: "manual",
    headers: {
      accept: "application/json",
      authorization: auth,
      "x-audit-log-reason": reason,
    },
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json";
  return isJson && text !== "" ? (JSON.parse(text) as Answer) : {};
}

test.each(taking.map((each) => [each.id, each] as const))(
  "%s refuses a reason of 513 characters and accepts 512, however long their encoding",
  async (_id, endpoint) => {
    const refused = await answerTo(endpoint, "x".repeat(513));
    // An insufficient credential is refused first.
    const isLetIn = ![50026, 20001, 20002, 0].includes(refused.code ?? 0);
    expect(refused.errors?.["X-Audit-Log-Reason"]).toEqual(isLetIn ? tooLong : undefined);
    const taken = await answerTo(endpoint, encodeURIComponent("\u00e9".repeat(512)));
    expect(taken.errors?.["X-Audit-Log-Reason"]).toBeUndefined();
  },
);

test("most endpoints are tried, and an empty reason counts as none", async () => {
  const statuses = await Promise.all(taking.map((each) => answerTo(each, "")));
  const refused = statuses.filter((each) => each.errors?.["X-Audit-Log-Reason"] !== undefined);
  expect(refused.length).toBeGreaterThan(taking.length / 2);
});
