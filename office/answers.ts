import { RequestError } from '../api/middleware/errors.ts';
import type { AskedAnswer } from './client.ts';

/**
 * The body of the API's answer, which is of the API's own schemas: who asks says of which. Throws what the API has said where it has
 * refused.
 */
export function answerBody({ status, body }: Pick<AskedAnswer, 'status' | 'body'>): unknown {
  if (status >= 200 && status < 300) return body;
  const { detail, code } = problemIn(body);
  throw new RequestError(status, code, detail);
}

/** Why the API has refused. */
export interface ApiProblem {
  readonly detail: string;
  readonly code: string;
}

/** The sentence and the code of a refusal that is about no field. */
export function problemIn(body: unknown): ApiProblem {
  const { detail, code } = recordOf(body);
  return {
    detail: typeof detail === 'string' ? detail : '',
    code: typeof code === 'string' ? code : 'error',
  };
}

/**
 * The ways by which a message was not sent, where the API says that of one: no refusal but an answer, which is kept under its number
 * (contract/requests#idempotency). Else undefined.
 */
export function notSentBy(body: unknown): readonly string[] | undefined {
  const { result, channels } = recordOf(body);
  if (result !== 'failed' || !Array.isArray(channels)) return undefined;
  return channels.filter((one): one is string => typeof one === 'string');
}

/** What is wrong with the fields, in sentences; nothing where the refusal is about none. */
export function fieldFaults(body: unknown): Readonly<Record<string, readonly string[]>> {
  const said = recordOf(body);
  if (typeof said['detail'] === 'string') return {};
  return Object.fromEntries(
    Object.entries(said)
      .map(([name, value]) => [name, sentencesOf(value)] as const)
      .filter(([, sentences]) => sentences.length > 0),
  );
}

function sentencesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(sentencesOf);
  return Object.values(recordOf(value)).flatMap(sentencesOf);
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
