import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import { wishIn } from './arguments.ts';
import { byHand } from './by-hand.ts';
import { reportOf } from './report.ts';
import { runChaos } from './run.ts';

/*
 * Kills everything of ours at random while payments flow, and has the network's own ledger judge what came of it. The
 * house has its own ports and data, so it runs beside `npm start`.
 */
// A replay that fails is told by the report; the SDK would tell of it in its own way.
Runtime.install({
  logger: new DefaultLogger('ERROR'),
  telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR' }) } },
});
await byHand({
  name: 'chaos',
  wishIn,
  title: ({ payments, seed }) => `${payments} payments, seed ${seed}`,
  run: runChaos,
  reportOf,
});
