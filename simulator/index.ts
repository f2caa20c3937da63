import { createSimulator } from './app.ts';
import { stdoutLog } from './log.ts';
import { settingsOf } from './settings.ts';

// The main of the simulator: starts it from the environment and ends it at SIGTERM or SIGINT.
try {
  const settings = settingsOf(process.env);
  const simulator = createSimulator(settings);
  const stop = (signal: string) => {
    say('stopping', { signal });
    // Nothing that still waits may keep the process for longer than this.
    setTimeout(() => process.exit(1), 10_000).unref();
    simulator.close().then(() => process.exit(0), fail);
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  const { url } = await simulator.listen();
  say('listening', { url });
} catch (error) {
  fail(error);
}

function say(message: string, more: Readonly<Record<string, string>>): void {
  stdoutLog({ time: new Date().toISOString(), level: 'info', message, ...more });
}

function fail(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The simulator cannot run: ${reason}\n`);
  process.exitCode = 1;
}
