import { askNetworks } from './run.ts';

/* Asks real networks with test keys of the environment (docs/connectors.md). Opt-in: nothing else here ever leaves this machine. */
process.exitCode = await askNetworks(process.env, console.log);
