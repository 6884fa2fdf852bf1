// Where branches are counted, vitest takes the compile cache away, since nothing that comes from it can
// be counted. That is meant for the code that runs within the tests, whose process has started already;
// the programs that they start get it back, one for all, also those whose folder for temporary files,
// and with it the usual place of the cache, is new each time.
import { compileCache } from "../scripts/compile-cache.ts";

delete process.env["NODE_DISABLE_COMPILE_CACHE"];
process.env["NODE_COMPILE_CACHE"] = compileCache;
