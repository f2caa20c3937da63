import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { downloadTo } from '../../../dev/servers/download.ts';
import type { FetchWay } from '../../../dev/servers/finder.ts';
import { mavenDownloads, tellingSize } from '../../../dev/servers/how-far.ts';
import { temporalServer } from '../../../dev/servers/temporal.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** Go as it talks: a dry run that downloads and plans, then a build that names what it compiles. */
const FAKE_GO = `#!/bin/sh
if [ "$2" = -n ]; then
  echo 'go: downloading example.com/one v1.0.0' >&2
  echo 'go: downloading example.com/two v1.0.0' >&2
  for name in example.com/one example.com/two cmd; do printf '\\n#\\n# %s\\n#\\n\\n# import config\\n' $name; done
else
  for name in example.com/one example.com/two cmd; do echo $name >&2; done
  printf '#!/bin/sh\\necho temporal version 0.0.0 "(Server 9.9.9)"\\n' > "$GOBIN/temporal"
  chmod +x "$GOBIN/temporal"
fi
`;

describe('how far a server is that is being fetched', () => {
  const directory = temporaryDirectory();
  let told: string[] = [];
  const tell = (howFar: string) => void told.push(howFar);
  beforeEach(() => {
    told = [];
  });

  it('is told of a build in packages of those that were planned', async () => {
    const bin = join(directory(), 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'go'), FAKE_GO, { mode: 0o755 });
    const env = {
      PATH: [bin, process.env['PATH']].join(delimiter),
      SARRAF_CACHE: join(directory(), 'cache'),
    };
    const way = temporalServer(env).ways.find(
      (one): one is FetchWay => one.kind === 'fetch' && one.name === 'the Go module proxy',
    );
    assert.ok(way);
    assert.doesNotMatch(way.doing, /\d/, 'a time that was not measured here');
    assert.equal((await way.fetch(tell)).version, '9.9.9');
    assert.deepEqual(told, [
      '1 modules downloaded',
      '2 modules downloaded',
      '1 of 3 packages',
      '2 of 3 packages',
      '3 of 3 packages',
    ]);
  });

  it('is told of a download in bytes of its length', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Length': 3_000_000 });
      response.write(Buffer.alloc(1_500_000), () => response.end(Buffer.alloc(1_500_000)));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    await downloadTo(join(directory(), 'file'), `http://127.0.0.1:${address.port}`, tell);
    server.close();
    assert.equal(told.at(-1), '3.0 of 3.0 MB');
    assert.ok(told.length > 1);
  });

  it('is told of Maven in what it says itself', () => {
    const onLine = mavenDownloads(tell);
    onLine('[INFO] Downloading from central: https://repo.test/a.jar');
    onLine('[INFO] Downloaded from central: https://repo.test/a.jar (1.5 MB at 3 MB/s)');
    onLine('[INFO] Downloaded from central: https://repo.test/b.pom (500 kB at 3 MB/s)');
    assert.deepEqual(told, ['1 files, 1.5 MB so far', '2 files, 2.0 MB so far']);
  });

  it('is told of what says nothing by what it has put down', async () => {
    const place = directory();
    await tellingSize(place, tell, async () => {
      writeFileSync(join(place, 'part'), Buffer.alloc(2_000_000));
      while (told.length === 0) await new Promise(setImmediate);
    });
    assert.deepEqual(told, ['2.0 MB so far']);
  });
});
