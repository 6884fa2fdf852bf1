// `antechamber faults`: injected faults of calls and sessions.
import type { ControlInput, types } from "@antechamber/sdk/control";
import type { Command } from "commander";
import { nearest } from "../../kit/client/nearest.ts";
import type { Act } from "../acting.ts";
import { applicationFor } from "../commands-of-applications.ts";
import { wrongUsage } from "../failures.ts";
import { numberOf } from "../numbers.ts";
import { table } from "../output.ts";
import { withOffers } from "../offers.ts";
import { LIST_MAX, type Session } from "../session.ts";

export type Form = ControlInput<"control.faults.create">["body"];

/** Common faults by name. */
export const presets: Readonly<Record<string, Pick<Form, "http" | "gateway">>> = {
  "server-error": { http: { status: 500 } },
  "bad-gateway": { http: { status: 502 } },
  "rate-limit": { http: { rate_limit: { retry_after: 1 } } },
  slow: { http: { delay_ms: 2000 } },
  drop: { http: { drop: true } },
  reconnect: { gateway: { reconnect: true } },
  "invalid-session": { gateway: { invalid_session: false } },
  "gateway-close": { gateway: { close_code: 4000 } },
  "gateway-drop": { gateway: { drop: true } },
  "gateway-silent": { gateway: { silent: true } },
  "gateway-slow": { gateway: { delay_ms: 2000 } },
  "gateway-duplicate": { gateway: { duplicate: true } },
};

interface Matching {
  readonly app?: string;
  readonly user?: string;
  readonly method?: string;
  readonly route?: string;
  readonly count?: string;
  readonly probability?: string;
}

export function addFaults(program: Command, act: Act): void {
  const faults = act(program.command("faults").description("List the active faults"), list);
  act(faults.command("list").description("List the active faults"), list);
  act(
    withOffers(
      faults
        .command("add")
        .description("Inject a fault")
        .argument("<fault>", `${Object.keys(presets).join(", ")}, or a fault in JSON`)
        .option("--app <application>", "only calls and sessions of this application")
        .option("--user <user>", "only calls and sessions of this user")
        .option("--method <method>", "only calls with this method")
        .option("--route <route>", "only calls of this endpoint: its id, or its path template")
        .option("--count <number>", "how many times (default: 1)")
        .option("--probability <number>", "chance of each match, from 0 to 1 (default: 1)"),
      { fault: Object.keys(presets), "--method": ["GET", "POST", "PUT", "PATCH", "DELETE"] },
    ),
    add,
  );
  act(
    faults.command("rm").description("Stop a fault").argument("<id>", "its id"),
    async (session, _, id = "") => {
      await session.call("control.faults.remove", { path: { fault_id: id } });
      await list(session);
    },
  );
  act(faults.command("clear").description("Stop all faults"), async (session) => {
    await session.call("control.faults.clear");
    await list(session);
  });
}

async function list(session: Session): Promise<void> {
  const page = await session.call("control.faults.list", { query: { limit: LIST_MAX } });
  session.out.show(page, () =>
    page.items.length === 0 ? ["  no faults are active"] : table(page.items.map(cells)),
  );
}

export function cells({ id, match, http, gateway }: types.ActiveFault): readonly string[] {
  const matched = Object.entries(match).map(([name, value]) => `${name} ${String(value)}`);
  return ["", id, JSON.stringify(http ?? gateway), matched.join(", ") || "anything"];
}

async function add(session: Session, options: Matching, fault = ""): Promise<void> {
  const { match, ...effect } = formOf(fault);
  if (options.app !== undefined) await applicationFor(session, options.app);
  const body = { match: { ...match, ...matchOf(options) }, ...effect };
  const planned = await session.call("control.faults.create", { body });
  session.out.show(planned, () => table([cells(planned)]));
}

function formOf(text: string): Partial<Form> {
  if (text.trimStart().startsWith("{")) {
    try {
      return JSON.parse(text) as Partial<Form>;
    } catch {
      return wrongUsage(`${text} is not JSON`);
    }
  }
  const preset = presets[text];
  if (preset !== undefined) return preset;
  return wrongUsage(
    `there is no fault "${text}"; did you mean ${nearest(text, Object.keys(presets)).join(", ")}?`,
  );
}

function matchOf({ app, count, probability, ...rest }: Matching): Form["match"] {
  const { user, method, route } = rest;
  const conditions = {
    application: app,
    user,
    method: method?.toUpperCase(),
    route,
    count: numberOf("--count", count),
    probability: numberOf("--probability", probability),
  };
  const entries = Object.entries(conditions).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}
