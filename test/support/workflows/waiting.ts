import { condition } from '@temporalio/workflow';

/** Waits for what does not come. */
export async function waiting(): Promise<void> {
  await condition(() => false);
}
