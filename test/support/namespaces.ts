import { randomUUID } from 'node:crypto';
import { Client, type ScheduleClient } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { temporalAt } from '../../temporal/open.ts';
import { until } from './http.ts';

/** Gives the suite around it a namespace that nobody else has. */
export function aNamespace(name: string): () => string {
  const namespace = `${name}-${randomUUID()}`;
  before(async () => {
    const address = process.env['TEMPORAL_ADDRESS'] ?? '';
    const connection = await temporalAt({ address, namespace: 'default' })();
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs('1 day'),
    });
    const { schedule } = new Client({ connection, namespace });
    await until('Temporal knows the namespace', () => answers(schedule));
    await connection.close();
  });
  return () => namespace;
}

async function answers(schedule: ScheduleClient): Promise<boolean> {
  try {
    for await (const _any of schedule.list()) break;
    return true;
  } catch {
    return false;
  }
}
