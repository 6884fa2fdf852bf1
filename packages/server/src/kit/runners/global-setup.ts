// `antechamber/testing/global-setup`: one server for all processes of a run of vitest or jest, which
// ends with the run.
import { shareServer } from "../servers/run-server.ts";

export default async function setup(): Promise<void> {
  await shareServer();
}
