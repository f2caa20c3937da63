// A program of the system for tests of its supervision: ready at once, tells its environment, and ends when told.
import { createServer } from 'node:http';

const { env } = process;
const PORTS = ['SIMULATOR_PORT', 'MAILBOX_PORT', 'WORKER_HEALTH_PORT', 'API_PORT', 'DEMO_PORT'];
const portName = PORTS.find((name) => env[name] !== undefined) ?? '';

if (env['FAKE_FAILS'] === portName) {
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
}).listen(Number(env[portName]), '127.0.0.1');
