import assert from 'node:assert/strict';
import { checkSum } from '../../bench/kill-bill/fetch.ts';
import {
  javaArguments,
  killBillProperties,
  PLUGIN,
  postgresSettings,
  refuseUnlessDurable,
  serverXml,
} from '../../bench/kill-bill/settings.ts';

const PORTS = { http: 20_001, postgres: 20_002 };
const has = (settings: string, wanted: readonly string[]) =>
  assert.deepEqual(
    wanted.filter((line) => !settings.split('\n').includes(line)),
    [],
  );

describe('Kill Bill beside ours', () => {
  it('has a database that answers when what it says is on the disk, on the loopback alone', () => {
    has(postgresSettings(PORTS), [
      'fsync = on',
      'synchronous_commit = on',
      'full_page_writes = on',
      "listen_addresses = '127.0.0.1'",
      'port = 20002',
    ]);
  });

  it('is not measured beside a database that answers sooner', () => {
    refuseUnlessDurable({ fsync: 'on', synchronous_commit: 'on' });
    assert.throws(
      () => refuseUnlessDurable({ fsync: 'off', synchronous_commit: 'on' }),
      /fsync off/,
    );
    assert.throws(
      () => refuseUnlessDurable({ fsync: 'on', synchronous_commit: 'local' }),
      /synchronous_commit local/,
    );
  });

  it('uses that database for itself and its plugins, with no queue in memory and nothing of its own tests', () => {
    const properties = killBillProperties(PORTS);
    has(properties, [
      'org.killbill.dao.url = jdbc:postgresql://127.0.0.1:20002/killbill',
      'org.killbill.billing.osgi.dao.url = jdbc:postgresql://127.0.0.1:20002/killbill',
      'org.killbill.server.test.mode = false',
      'org.killbill.server.multitenant = true',
    ]);
    assert.doesNotMatch(properties, /inMemory/);
  });

  it('has a heap that neither grows nor shrinks', () => {
    const options = javaArguments('/tomcat', '/base');
    assert.deepEqual(
      options.filter((option) => option.startsWith('-Xm')),
      ['-Xms1g', '-Xmx1g'],
    );
    assert.ok(
      options.includes('-Dorg.killbill.server.properties=file:///base/killbill.properties'),
    );
  });

  it('listens on the loopback alone and writes no line for each request', () => {
    const xml = serverXml(PORTS, '/war');
    assert.match(xml, /<Connector address="127\.0\.0\.1" port="20001"/);
    assert.match(xml, /<Context path="" docBase="\/war"/);
    assert.doesNotMatch(xml, /AccessLogValve/);
  });

  it('pays by the plugin that is built in', () => {
    assert.equal(PLUGIN, '__EXTERNAL_PAYMENT__');
  });

  it('is not unpacked when it is not what was measured', () => {
    const sum = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    checkSum(Buffer.from('abc'), sum, 'abc');
    assert.throws(() => checkSum(Buffer.from('abd'), sum, 'abc'), /abc has the SHA-256/);
  });
});
