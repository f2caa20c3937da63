// A program of the system for tests of its supervision: ready at once, tells its environment, and ends when told.
import { createServer } from 'node:http';

const { env } = process;
const port =
  env['SIMULATOR_PORT'] ?? env['WORKER_HEALTH_PORT'] ?? env['API_PORT'] ?? env['DEMO_PORT'];

if (env['FAKE_FAILS'] !== undefined && env['FAKE_FAILS'] === portName()) {
  console.error('I cannot read my settings.');
  process.exit(3);
}

createServer((request, response) => {
  if (request.url === '/readyz') response.end('ready');
  else if (request.url === '/env')
    response.end(JSON.stringify({ ...env, PID: String(process.pid) }));
  else if (request.url === '/die') {
    console.log('My last words.');
    process.exit(7);
  } else {
    response.statusCode = 404;
    response.end();
  }
}).listen(Number(port), '127.0.0.1');

function portName(): string | undefined {
  return ['SIMULATOR_PORT', 'WORKER_HEALTH_PORT', 'API_PORT', 'DEMO_PORT'].find(
    (name) => env[name] !== undefined,
  );
}
