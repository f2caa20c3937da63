/** Two signals closer than this are one Ctrl-C: the terminal and npm both hand it on. */
const SAME_MS = 500;

/**
 * Ends this process in order when a person or a supervisor asks (code 0, or the one given), or when an
 * error is not caught (code 1): `stop` first, then exit. A second Ctrl-C exits at once, and the guards end the children.
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
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error: unknown) => {
      console.error(error);
      if (asked === undefined) void end(1);
    });
  }
}
