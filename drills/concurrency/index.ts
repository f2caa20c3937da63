import { byHand } from '../chaos/by-hand.ts';
import { wishIn } from './arguments.ts';
import { reportOf } from './report.ts';
import { runProofs } from './run.ts';

/*
 * Asks for money at the worst moments, and has the network's own ledger judge what came of it. The house has its own
 * ports and data, so it runs beside `npm start`.
 */
await byHand({
  name: 'concurrency',
  wishIn,
  title: ({ rounds, seed }) => `${rounds} rounds, seed ${seed}`,
  run: runProofs,
  reportOf,
});
