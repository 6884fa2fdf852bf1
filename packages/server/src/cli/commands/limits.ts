// `antechamber limits`: shows the open rate-limit buckets and the profile, and changes them.
import type { ControlReply } from "@antechamber/sdk/control";
import type { Command } from "commander";
import type { Act } from "../acting.ts";
import { table } from "../output.ts";
import { wrongUsage } from "../failures.ts";
import { suggestion } from "../../kit/client/nearest.ts";
import { withOffers } from "../offers.ts";
import type { Session } from "../session.ts";

type LimitsInForce = ControlReply<"control.limits.get">;

export const profiles: readonly LimitsInForce["profile"][] = ["production", "unapproved", "off"];

export function addLimits(program: Command, act: Act): void {
  const limits = act(
    program.command("limits").description("List the open rate-limit buckets"),
    show,
  );
  act(limits.command("reset").description("Reset every rate-limit window"), async (session) => {
    await session.call("control.limits.reset");
    await show(session);
  });
  act(
    withOffers(
      limits
        .command("profile")
        .description("Switch to another profile of limits, and reset every window")
        .argument("<profile>", profiles.join(", ")),
      { profile: profiles },
    ),
    useProfile,
  );
}

async function useProfile(session: Session, _: object, name = ""): Promise<void> {
  const profile = profiles.find((each) => each === name);
  if (profile === undefined)
    wrongUsage(`there is no profile "${name}"${suggestion(name, profiles)}`);
  print(session, await session.call("control.limits.use", { body: { profile } }));
}

async function show(session: Session): Promise<void> {
  print(session, await session.call("control.limits.get"));
}

function print(session: Session, inForce: LimitsInForce): void {
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
