// Services, and SDK clients of their game, that end with the test that started them.
import { afterEach } from "vitest";
import { Client, ClientStatus } from "../../packages/sdk/src/index.ts";
import {
  aService,
  demo,
  type TestService,
  type TestServiceOptions,
} from "../../packages/server/src/testing/start-service.ts";

export const applicationId = BigInt(demo.applicationId);

interface SdkClients {
  /** Registers a cleanup for the end of the test; cleanups run in reverse order. */
  readonly atEnd: (cleanup: () => unknown) => void;
  readonly aRunningService: () => Promise<TestService>;
  /** @param openUrl opens the URL of a consent page */
  readonly aClient: (service: TestService, openUrl?: (url: string) => unknown) => Client;
}

/** Must be called once in a test file. */
export function sdkClients(options: TestServiceOptions = {}): SdkClients {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  });
  return {
    atEnd: (cleanup) => cleanups.push(cleanup),
    async aRunningService() {
      const service = await aService(options);
      cleanups.push(() => service.stop());
      return service;
    },
    aClient(service, openUrl) {
      const client = new Client({
        baseUrl: service.url,
        ...(openUrl === undefined ? {} : { openUrl }),
      });
      client.SetApplicationId(applicationId);
      cleanups.push(() => client.Disconnect());
      return client;
    },
  };
}

/** Connects a client, and resolves when it is ready. */
export function ready(client: Client): Promise<void> {
  return new Promise((resolve) => {
    client.SetStatusChangedCallback((status) => {
      if (status === ClientStatus.Ready) resolve();
    });
    client.Connect();
  });
}
