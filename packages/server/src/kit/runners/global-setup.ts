// `antechamber/testing/global-setup`: one server for all processes of a run, for vitest and jest. It ends
// with the run.
import { shareServer } from "../servers/shared.ts";

export default async function setup(): Promise<void> {
  await shareServer();
}
