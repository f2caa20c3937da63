// Stands in for a program that the test starts itself: ready at once, and writes down the environment that it was given.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const { env } = process;
const name = env['API_PORT'] === undefined ? 'worker' : 'api';
writeFileSync(join(env['STAND_IN_DIR'] ?? '.', `${name}.json`), JSON.stringify(env));
createServer((_request, response) => response.end('ready')).listen(
  Number(env['API_PORT'] ?? env['WORKER_HEALTH_PORT']),
  '127.0.0.1',
);
