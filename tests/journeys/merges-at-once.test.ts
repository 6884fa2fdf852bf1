// Merges of accounts that begin in two processes at the same time.
import { expect, test } from "vitest";
import { applicationOf } from "../../packages/server/src/domains/applications/operations.ts";
import {
  externalIdentities,
  type ExternalIdentity,
} from "../../packages/server/src/domains/oauth/accounts/external-identity.ts";
import { beginMerge } from "../../packages/server/src/domains/oauth/accounts/merge.ts";
import { signInProvisionally } from "../../packages/server/src/domains/oauth/accounts/provisional-tokens.ts";
import type { TestProcess } from "../../packages/server/src/testing/processes/processes.ts";
import {
  aProvider,
  partner,
  partnerWorld,
} from "../../packages/server/src/testing/worlds/partner-world.ts";
import { EVENTUALLY, LONG, processesOfTests } from "./processes-of-tests.ts";

const { startOne } = processesOfTests();

/** A player of the game, by their number. */
const player = (nth: number): ExternalIdentity => ({
  provider_type: "STEAM",
  provider_id: partner.gameId,
  external_id: String(nth),
});

const merge = ({ work }: TestProcess, identity: ExternalIdentity) =>
  work.transaction(async (ctx) => {
    const application = await applicationOf(ctx, partner.gameId);
    await beginMerge(ctx, { application, user_id: partner.aliceId, identity });
  });

test(
  "one of two concurrent merges into the same account is refused",
  async () => {
    const world = partnerWorld(aProvider().jwk);
    const [one, other] = [await startOne({ world }), await startOne({ world })];
    for (const nth of [1, 2]) {
      await one.work.transaction(async (ctx) => {
        const application = await applicationOf(ctx, partner.gameId);
        await signInProvisionally(ctx, { application, identity: player(nth) });
      });
    }
    const ends = await Promise.allSettled([merge(one, player(1)), merge(other, player(2))]);
    const refused = ends.filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject([{ reason: { declaration: { code: 530_023 } } }]);
    const linked = () =>
      one.store.read((tx) =>
        tx.count(externalIdentities, { index: "user", value: partner.aliceId }),
      );
    await expect.poll(linked, EVENTUALLY).toBe(1);
  },
  LONG,
);
