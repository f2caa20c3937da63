import assert from 'node:assert/strict';
import { settingsOf } from '../../simulator/settings.ts';

describe('the simulator’s settings', () => {
  it('need only a port', () => {
    assert.deepEqual(settingsOf({ SIMULATOR_PORT: '4100' }), {
      port: 4100,
      host: '127.0.0.1',
      control: true,
    });
  });

  it('take everything that is documented', () => {
    assert.deepEqual(
      settingsOf({
        SIMULATOR_PORT: '0',
        SIMULATOR_HOST: '::1',
        SIMULATOR_DATA_DIR: 'books',
        SIMULATOR_CONTROL: 'off',
        SIMULATOR_PUBLIC_URL: 'https://pay.example.test/',
      }),
      {
        port: 0,
        host: '::1',
        control: false,
        dataDir: 'books',
        publicUrl: 'https://pay.example.test',
      },
    );
  });

  it('name every fault at once', () => {
    assert.throws(
      () => settingsOf({ SIMULATOR_CONTROL: 'maybe', SIMULATOR_PUBLIC_URL: 'pay' }),
      /SIMULATOR_PORT.*\n.*SIMULATOR_CONTROL.*\n.*SIMULATOR_PUBLIC_URL/u,
    );
    assert.throws(() => settingsOf({ SIMULATOR_PORT: '70000' }), /SIMULATOR_PORT/u);
  });
});
