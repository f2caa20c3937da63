import { stripeMock } from '../../dev/servers/stripe-mock.ts';
import { askNetworks } from './run.ts';
import { askStripeMock } from './stripe-requests.ts';

/*
 * Asks real networks with test keys of the environment (docs/connectors.md): opt-in, nothing else here ever leaves this machine.
 * With --stripe-mock it asks Stripe's own mock server in their place, which needs no key.
 */
const [given, ...more] = process.argv.slice(2);
if (more.length > 0 || (given !== undefined && given !== '--stripe-mock')) {
  console.error('Write npm run networks, or npm run networks -- --stripe-mock.');
  process.exitCode = 2;
} else
  process.exitCode = await (given === undefined
    ? askNetworks(process.env, console.log)
    : askStripeMock(await stripeMock(), console.log));
