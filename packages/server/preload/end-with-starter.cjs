// Ends a service with the process that started it, however that process ends: the system closes the
// pipe behind standard input then. `startAntechamber` of the test kit loads it into its service.
"use strict";

process.stdin.resume();
process.stdin.once("error", () => undefined);
process.stdin.once("close", () => process.kill(process.pid, "SIGTERM"));
