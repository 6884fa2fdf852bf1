// `antechamber limits`: the rate-limit buckets that are open.
import type { Command } from "commander";
import type { Act } from "./acting.ts";
import { table } from "./output.ts";
import type { Session } from "./session.ts";

export function addLimits(program: Command, act: Act): void {
  const limits = act(
    program.command("limits").description("Show every rate-limit bucket that is open"),
    show,
  );
  act(limits.command("reset").description("Forget what was counted"), async (session) => {
    await session.call("control.limits.reset");
    await show(session);
  });
}

async function show(session: Session): Promise<void> {
  const inForce = await session.call("control.limits.get");
  const { profile, buckets } = inForce;
  session.out.show(inForce, () => [
    `  profile ${profile}, ${buckets.length === 1 ? "1 bucket" : `${buckets.length} buckets`}`,
    ...table(
      buckets.map(({ bucket, owner, resource, used, limit, ends_at: ends }) => [
        "",
        `${used} of ${limit}`,
        bucket,
        owner,
        resource,
        `until ${ends}`,
      ]),
    ),
  ]);
}
