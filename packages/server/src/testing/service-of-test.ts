// A service for one test.
import { onTestFinished } from "vitest";
import { aService, type TestService } from "./start-service.ts";

/** Starts a service, which stops when the test is finished. */
export async function aServiceOfTest(
  options: Parameters<typeof aService>[0] = {},
): Promise<TestService> {
  const service = await aService(options);
  onTestFinished(() => service.stop());
  return service;
}
