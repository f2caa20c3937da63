import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * All drills at full length, one after the other: each as `npm run` starts it, so that one that fails can be repeated by its
 * line. Hours; `npm test` has each at its shortest. What is written behind the command is the seed of all.
 */
const DRILLS: readonly (readonly string[])[] = [
  ['drill:chaos', '--payments', '1000'],
  ['drill:chaos', '--payments', '200', '--network', 'stripe'],
  ['drill:chaos', '--payments', '200', '--network', 'adyen'],
  ['drill:commands', '--kills', '200'],
  ['drill:concurrency', '--rounds', '10', '--agreements', '30', '--days', '372'],
  ['drill:concurrency', '--rounds', '3', '--network', 'stripe'],
  ['drill:concurrency', '--rounds', '3', '--network', 'adyen'],
  ['drill:time-travel', '--agreements', '1000', '--months', '24'],
];
/** Servers that are away, releases side by side, and every page light and dark in both languages. */
const SUITES = [
  'test',
  'test/api/outages.test.ts',
  'test/servers',
  'test/journeys',
  'test/clients',
  'test/api/reference.test.ts',
  'test/simulator/pages-in-chromium.test.ts',
];

const [seed, ...more] = process.argv.slice(2);
if (more.length > 0 || (seed !== undefined && !/^\d{1,9}$/.test(seed))) {
  console.error('Write npm run drills, or npm run drills -- 7 for a seed.');
  process.exit(2);
}
const failed: string[] = [];
for (const [name = '', ...given] of [
  ...DRILLS.map((drill) => (seed === undefined ? drill : [...drill, '--seed', seed])),
  // Stripe's own word on our requests: the mock takes a minute to build, which npm test does not spend.
  ['networks', '--stripe-mock'],
  SUITES,
]) {
  const line = `npm run ${[name, '--', ...given].join(' ')}`;
  const began = performance.now();
  console.log(`\n▶ ${line}`);
  const child = spawn('npm', ['run', '--silent', name, '--', ...given], {
    stdio: 'inherit',
    // Journeys look at each page in one of these otherwise (test/support/browser.ts).
    env: { ...process.env, BOTH_COLOR_SCHEMES: 'true' },
  });
  const [code] = await once(child, 'exit');
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${code === 0 ? '✔' : '✘'} ${line} (${seconds} s)`);
  if (code !== 0) failed.push(line);
}
if (failed.length > 0) {
  console.log(`\n${failed.length} of ${DRILLS.length + 2} failed:\n${failed.join('\n')}`);
  process.exitCode = 1;
}
