import { byHand } from '../chaos/by-hand.ts';
import { concurrencyArguments } from './arguments.ts';
import { concurrencyReport } from './report.ts';
import { runProofs } from './run.ts';

/*
 * Asks for money at the worst moments, and has the network's own ledger judge what came of it. The system has its own
 * ports and data, so it runs beside `npm start`.
 */
await byHand({
  name: 'concurrency',
  argumentsOf: concurrencyArguments,
  title: ({ rounds, seed, network }) => `${rounds} rounds at ${network}, seed ${seed}`,
  run: runProofs,
  reportOf: concurrencyReport,
});
