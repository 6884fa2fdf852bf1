// With coverage, vitest disables the compile cache, because coverage cannot count cached code. That
// only concerns code in the tests' own process, which has started already. The programs that tests
// start get the cache back, one shared by all: otherwise those with a temporary folder of their own
// would not find it, since its default place is there.
import { compileCache } from "../scripts/compile-cache.ts";

delete process.env["NODE_DISABLE_COMPILE_CACHE"];
process.env["NODE_COMPILE_CACHE"] = compileCache;
