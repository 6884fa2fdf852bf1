// Where the programs that tests start keep what was compiled of them: they would compile everything
// anew at each start otherwise, which takes longer than most of them run.
import { join } from "node:path";

export const compileCache = join(
  import.meta.dirname,
  "../node_modules/.cache/antechamber/compiled",
);
