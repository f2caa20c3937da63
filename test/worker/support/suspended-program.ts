// A worker for the test of what a suspended machine does to it, with the worker class of the product.
import { NativeConnection, Runtime } from '@temporalio/worker';
import { SuspendableWorker } from '../../../worker/suspendable-worker.ts';

Runtime.install({ shutdownSignals: [] });
const connection = await NativeConnection.connect({
  address: process.env['TEMPORAL_ADDRESS'] ?? '',
});
const worker = await SuspendableWorker.create({
  connection,
  taskQueue: process.env['TEST_QUEUE'] ?? '',
  workflowBundle: { codePath: process.env['TEST_BUNDLE'] ?? '' },
});
await worker.run();
