/** Two signals closer than this are one Ctrl-C: the terminal and npm both hand it on. */
const SAME_MS = 500;

/**
 * Ends this process in order when a person or a supervisor asks (code 0, or the one given), or when an
 * error is not caught or nobody reads what it prints (code 1): `stop` first, then exit. A second Ctrl-C exits at once, and the guards end the children.
 */
export function stopOnInterrupt(stop: () => Promise<void>, code = 0): void {
  let asked: number | undefined;

  const end = async (exitCode: number) => {
    asked = Date.now();
    try {
      await stop();
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
    process.exit(exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (asked === undefined) void end(code);
      else if (Date.now() - asked > SAME_MS) process.exit(130);
    });
  }
  // Who read what it prints has gone, as a shell does that was ended. What is told there is the next error of that kind, without end.
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', () => {
      if (asked === undefined) void end(1);
    });
  }
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error: unknown) => {
      console.error(error);
      if (asked === undefined) void end(1);
    });
  }
}
