import { setWorkflowOptions } from '@temporalio/workflow';
import * as workflows from './index.ts';

/*
 * The workflows for workers that are versions of a deployment (worker/versioning.ts): which release goes on with a run that
 * another one has begun (contract/engine#releases). A bundle of its own, because a server refuses what a worker without
 * a version says of this.
 */
export {
  autoDebitCycle,
  autoDebitSweep,
  autoDebitTick,
  bulk,
  delivery,
  invoice,
  notification,
  operation,
  report,
  reportSweep,
  reportTick,
  revive,
  sweep,
  taskMailSweep,
  transaction,
  webhookReplay,
} from './index.ts';

const { transaction, ...longLived } = workflows;
// It is over within hours, and stays with the release that began it.
setWorkflowOptions({ versioningBehavior: 'PINNED' }, transaction);
// What lives for days is taken over by the newest release; the histories in test/replay hold that it can be.
for (const type of Object.values(longLived))
  setWorkflowOptions<never[], unknown>({ versioningBehavior: 'AUTO_UPGRADE' }, type);
