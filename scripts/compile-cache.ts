// The compile cache of the programs that tests start. Without it, each start would compile
// everything again, which takes longer than most of the programs run.
import { join } from "node:path";

export const compileCache = join(
  import.meta.dirname,
  "../node_modules/.cache/antechamber/compiled",
);
