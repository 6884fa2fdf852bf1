// Libraries keep the timers that they find when they are loaded, and files of tests share a process: a
// file that loads discord.js alone would have it keep Node's own for those that lead timers by a world's
// clock. In the tests of the kit's users the kit comes first, and so it does here.
import { standInForTimers } from "../packages/server/src/kit/standing-timers.ts";

standInForTimers();
