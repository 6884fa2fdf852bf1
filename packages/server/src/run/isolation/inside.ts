// The inner half of an isolated run, which has a loopback network and no other. It stands in for
// the platform there, leads connections through the relays, and runs the program.
import { readFile } from "node:fs/promises";
import { steerableClock } from "../../platform/time/system-clock.ts";
import { ChildError, startChild, type Child } from "../child.ts";
import { inwardSocket, outwardSocket, type IsolationPlan } from "./plan.ts";
import { receiveDatagrams } from "./datagrams.ts";
import { keepRelays, openRelay, openPath } from "./relays.ts";
import { listeningPorts } from "./listening-ports.ts";

/** Runs the program of a plan. @returns its exit code */
export async function runInside(planPath: string, print: (line: string) => void): Promise<number> {
  const plan = JSON.parse(await readFile(planPath, "utf8")) as IsolationPlan;
  const clock = steerableClock();
  for (const { host, port } of plan.frontAddresses) {
    if ((await openRelay({ host, port }, { path: plan.frontPath })) === undefined) {
      print(`cannot listen on ${host}:${port} inside`);
      return 1;
    }
  }
  for (const port of plan.outerPorts) {
    await openRelay({ host: "127.0.0.1", port }, { path: outwardSocket(plan.relays, port) });
  }
  await receiveDatagrams(plan.sound.port, plan.sound.path);
  const own = await listeningPorts();
  const inward = keepRelays({
    clock,
    portsToRelay: async () =>
      new Set([...(await listeningPorts())].filter((port) => !own.has(port))),
    open: (port) => openPath(inwardSocket(plan.relays, port), { port, autoSelectFamily: true }),
  });
  try {
    const child = await startChild(commandOf(plan), { clock, env: plan.env, hasTerminal: true });
    passSignals(child, plan.hasTerminal);
    return await child.ended;
  } catch (error) {
    if (!(error instanceof ChildError)) throw error;
    print(error.message);
    return error.exitCode;
  } finally {
    await inward.stop();
  }
}

/** The command runs as the user who started the run, and not as root of the user namespace. */
function commandOf({ command, uid, gid }: IsolationPlan): readonly string[] {
  if (uid === 0) return command;
  return ["unshare", "--user", `--map-user=${uid}`, `--map-group=${gid}`, "--", ...command];
}

/**
 * A signal to the run's process group also reaches the program, which is in the same group. At a
 * terminal, signals other than Ctrl-C are sent to this process only, so they are passed on.
 */
function passSignals(child: Child, hasTerminal: boolean): void {
  for (const signal of ["SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (hasTerminal) child.signal(signal);
    });
  }
  process.on("SIGINT", () => undefined);
}
