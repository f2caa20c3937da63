import { isRecord } from './record.ts';

/** Why the API said no. `status` is 0 when there was no answer that we understand. */
export interface Problem {
  readonly status: number;
  readonly code?: string;
  /** `field` is a path such as `billing_address.city`; without it the message is about the whole request. */
  readonly messages: readonly { readonly field?: string; readonly text: string }[];
}

/** Reads every error body of the API: `{detail, code}`, `{field: [message]}` and fields inside fields. */
export function problemOf(status: number, body: unknown): Problem {
  if (!isRecord(body)) return { status, messages: [] };
  const { code, ...rest } = body;
  const isDetail = typeof body['detail'] === 'string';
  return {
    status,
    ...(isDetail && typeof code === 'string' && { code }),
    messages: messages(isDetail ? rest : body, []),
  };
}

function messages(value: unknown, path: readonly string[]): Problem['messages'] {
  if (typeof value === 'string') return [message(value, path)];
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      messages(item, typeof item === 'string' ? path : [...path, String(index + 1)]),
    );
  if (isRecord(value))
    return Object.entries(value).flatMap(([key, item]) => messages(item, [...path, key]));
  return [];
}

function message(text: string, path: readonly string[]): Problem['messages'][number] {
  const field = path.filter((key) => key !== 'detail' && key !== 'non_field_errors').join('.');
  return field === '' ? { text } : { field, text };
}
