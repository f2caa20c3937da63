import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import { chaosArguments } from './arguments.ts';
import { byHand } from './by-hand.ts';
import { chaosReport } from './report.ts';
import { runChaos } from './run.ts';

/*
 * Kills everything of ours at random while payments flow, and has the network's own ledger judge what came of it. The
 * system has its own ports and data, so it runs beside `npm start`.
 */
// A replay that fails is told by the report; the SDK would tell of it in its own way.
Runtime.install({
  logger: new DefaultLogger('ERROR'),
  telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR' }) } },
});
await byHand({
  name: 'chaos',
  argumentsOf: chaosArguments,
  title: ({ payments, seed, network }) => `${payments} payments at ${network}, seed ${seed}`,
  run: runChaos,
  reportOf: chaosReport,
});
