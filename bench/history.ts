import proto from '@temporalio/proto';
import type { BenchEnvironment } from './environment.ts';
import { paymentSteps } from './payment.ts';

/** Events and bytes in the history of one card payment with view and webhook. */
export async function printHistory({ run, client }: BenchEnvironment): Promise<void> {
  const { create, view, pay, settle } = paymentSteps(run);
  const session = await create();
  await view(session);
  await settle(await pay(session));
  const handle = client.workflow.getHandle(`transaction/${session}`);
  await handle.result();
  const history = await handle.fetchHistory();
  const bytes = proto.temporal.api.history.v1.History.encode(history).finish().length;
  console.log(
    `One card payment with view and webhook: ${history.events?.length} events, ${bytes} bytes of history\n`,
  );
}
