import { SarrafError } from '../clients/node/src/index.ts';

/** Why the API said no. `status` is 0 when there was no answer that we understand. */
export interface Problem {
  readonly status: number;
  readonly code?: string;
  /** `field` is a path such as `billing_address.city`; without it the message is about the whole request. */
  readonly messages: readonly { readonly field?: string; readonly text: string }[];
}

/** What a visitor can be told of a call that failed; whatever is no error of the API is thrown again. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof SarrafError)) throw error;
  const { status = 0, code, fields, message } = error;
  if (status < 400) return { status: 0, messages: [] };
  const messages = Object.entries(fields).flatMap(([field, texts]) =>
    texts.map((text) => (field === 'non_field_errors' ? { text } : { field, text })),
  );
  return { status, code, messages: messages.length > 0 ? messages : [{ text: message }] };
}
