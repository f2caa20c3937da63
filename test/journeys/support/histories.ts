import { Client, Connection } from '@temporalio/client';
import type { Payload } from '@temporalio/common';

export interface FoundPayload {
  readonly workflowId: string;
  /** Where in the history, as names and numbers from the outside in. */
  readonly path: readonly string[];
  readonly payload: Payload;
}

export interface Histories {
  /** All that Temporal keeps in clear, bytes as text. */
  readonly text: string;
  readonly payloads: readonly FoundPayload[];
}

/** Every history of a server as it is kept: the client that reads them decrypts nothing. */
export async function rawHistories(address: string): Promise<Histories> {
  const connection = await Connection.connect({ address });
  try {
    const { workflow } = new Client({ connection });
    const texts: string[] = [];
    const payloads: FoundPayload[] = [];
    for await (const { workflowId, runId } of workflow.list()) {
      const history = await workflow.getHandle(workflowId, runId).fetchHistory();
      texts.push(asText(history));
      payloads.push(...payloadsIn(history, workflowId, []));
    }
    return { text: texts.join('\n'), payloads };
  } finally {
    await connection.close();
  }
}

/** What a payload holds, whichever way it was converted. */
export function contentOf({ data }: Payload): string {
  return Buffer.from(data ?? []).toString('utf8');
}

export function encodingOf({ metadata }: Payload): string {
  return Buffer.from(metadata?.['encoding'] ?? []).toString();
}

function payloadsIn(
  value: unknown,
  workflowId: string,
  path: readonly string[],
): readonly FoundPayload[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  if (isPayload(value)) return [{ workflowId, path, payload: value }];
  return Object.entries(value).flatMap(([name, inner]) =>
    payloadsIn(inner, workflowId, [...path, name]),
  );
}

function isPayload(value: object): value is Payload {
  return (
    'metadata' in value &&
    typeof value.metadata === 'object' &&
    value.metadata !== null &&
    'encoding' in value.metadata
  );
}

function asText(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner instanceof Uint8Array ? Buffer.from(inner).toString('latin1') : inner,
  );
}
