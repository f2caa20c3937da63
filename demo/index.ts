import { createShop } from './app.ts';
import { readEnv } from './env.ts';
import type { Env } from './env.ts';

try {
  run(readEnv(process.env));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function run(env: Env): void {
  const server = createShop(env, { log }).listen(env.port, env.host);
  server.once('listening', () => log({ time: new Date().toISOString(), listening: env.publicUrl }));
  server.once('error', (error) => {
    process.stderr.write(`The shop cannot listen on ${env.host}:${env.port}: ${error.message}\n`);
    process.exitCode = 1;
  });

  const stop = (): void => {
    server.close();
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 5_000).unref();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function log(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
