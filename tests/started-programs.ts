// Counting branches is for the code that runs within the tests: vitest would otherwise have the
// programs that they start compile everything anew each time, which takes longer than most of them run.
delete process.env["NODE_DISABLE_COMPILE_CACHE"];
