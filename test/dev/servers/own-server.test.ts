import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyPort, findPorts } from '../../../dev/ports.ts';
import { silent } from '../../../dev/progress.ts';
import { find } from '../../../dev/servers/finder.ts';
import { mongod } from '../../../dev/servers/mongod.ts';
import { startMongo } from '../../../dev/servers/start-mongo.ts';
import { startTemporal } from '../../../dev/servers/start-temporal.ts';
import { temporalServer } from '../../../dev/servers/temporal.ts';
import { until } from '../../support/http.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** The servers of a start: how each is found, and started. */
const SERVERS = {
  Temporal: {
    server: temporalServer(),
    start: (program: string, port: number) => startTemporal({ program, port, uiPort: port + 1 }),
  },
  MongoDB: {
    server: mongod(),
    start: (program: string, port: number) => startMongo({ program, port }),
  },
} as const;

describe('a server of a start', function () {
  this.timeout(120_000);
  const directory = temporaryDirectory();

  for (const name of ['Temporal', 'MongoDB'] as const)
    it(`is its own, not one of another start that has its port meanwhile: ${name}`, async () => {
      const { server, start } = SERVERS[name];
      const { path } = await find(server, silent);
      const { port } = await findPorts({ port: anyPort() });
      const late = join(directory(), 'late.sh');
      const waits = join(directory(), 'waits');
      const goes = join(directory(), 'goes');
      const script = `#!/bin/sh\n: > ${waits}\nuntil [ -e ${goes} ]; do sleep 0.05; done\nexec ${path} "$@"\n`;
      writeFileSync(late, script, { mode: 0o755 });
      const refused = assert.rejects(
        start(late, port),
        new RegExp(
          `^Error: Port ${port}, which was chosen for ${name}, is taken by another process now(, \\d+ \\(.+\\))?\\. Start again: then another one is chosen\\.`,
        ),
      );
      refused.catch(() => undefined);
      await until('the late one waits', async () => existsSync(waits));
      const other = await start(path, port);
      try {
        writeFileSync(goes, '');
        await refused;
        assert.equal(other.child.isRunning(), true);
      } finally {
        await other.stop();
      }
    });
});
