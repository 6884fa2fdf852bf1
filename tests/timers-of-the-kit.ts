// Libraries keep the timer functions that exist when they are loaded, and test files share a
// process: if a file loaded discord.js first, it would keep Node's own timers instead of those that
// follow a world's clock. In users' tests the kit is loaded first, and so it is here.
import { replaceTimers } from "../packages/server/src/kit/replaced-timers.ts";

replaceTimers();
