// Services, and clients of the SDK of their game, that end with the test that began them.
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
  /** Does something when the test has ended; what was begun last ends first. */
  readonly atEnd: (cleanup: () => unknown) => void;
  readonly aRunningService: () => Promise<TestService>;
  /** @param openUrl opens the page of a consent */
  readonly aClient: (service: TestService, openUrl?: (url: string) => unknown) => Client;
}

/** Called once by a file of tests. */
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
