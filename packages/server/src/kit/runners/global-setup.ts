// `antechamber/testing/global-setup`: one server for all processes of a run of vitest, jest
// or mocha, which ends with the run.
import { shareServer } from "../servers/server-of-run.ts";

export default async function setup(): Promise<void> {
  await shareServer();
}
