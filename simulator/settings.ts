import type { SimulatorOptions } from './app.ts';

/** The options from the environment; throws one error that names every fault. */
export function settingsOf(env: Readonly<Record<string, string | undefined>>): SimulatorOptions {
  const port = env['SIMULATOR_PORT'] ?? '';
  const host = env['SIMULATOR_HOST'] || '127.0.0.1';
  const dataDir = env['SIMULATOR_DATA_DIR'];
  const publicUrl = env['SIMULATOR_PUBLIC_URL'];
  const control = env['SIMULATOR_CONTROL'] || 'on';
  const faults = [
    !(/^[0-9]{1,5}$/u.test(port) && Number(port) <= 65_535) &&
      'Set SIMULATOR_PORT to a port from 0 to 65535 (0 takes any free one).',
    control !== 'on' && control !== 'off' && 'Set SIMULATOR_CONTROL to "on" or "off".',
    publicUrl &&
      !/^https?:\/\/[^/?#]+\/?$/u.test(publicUrl) &&
      'Set SIMULATOR_PUBLIC_URL to an address such as "https://pay.example.test", without a path.',
  ].filter((fault) => typeof fault === 'string' && fault !== '');
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return {
    port: Number(port),
    host,
    control: control === 'on',
    ...(dataDir && { dataDir }),
    ...(publicUrl && { publicUrl: publicUrl.replace(/\/$/u, '') }),
  };
}
