import { RequestError } from '../api/middleware/errors.ts';
import type { AskedAnswer } from './client.ts';

/** What the API has answered, as its own schemas say it. Throws what the API has said where it has refused. */
export function answered<T>({ status, body }: AskedAnswer): T {
  if (status >= 200 && status < 300) return asSaid(body);
  const { detail, code } = problemIn(body);
  throw new RequestError(status, code, detail);
}

/** What the API says of its own answer, without looking whether it is one. */
export function asSaid<T>(body: unknown): T {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- The API's answers are of its own schemas, in this process.
  return body as T;
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

/** What is wrong with the fields, in sentences; nothing where the refusal is about none. */
export function faultsIn(body: unknown): Readonly<Record<string, readonly string[]>> {
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
