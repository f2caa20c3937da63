/** Every "no" that the business can say. The API gives each its HTTP status, and cannot forget one. */
export type RefusalCode =
  | 'validation_error'
  | 'not_found'
  | 'invalid_state'
  | 'expired'
  | 'locked'
  | 'invoice_immutable'
  | 'method_not_offered'
  | 'gateway_error';

/** Messages by field. A value is a list of sentences, the errors of an object, or one entry per row of a list. */
export interface FieldErrors {
  readonly [field: string]: readonly string[] | FieldErrors | readonly FieldErrors[];
}

/** A refusal as it travels in answers of workflows: plain data, because errors do not survive a payload. */
export interface RefusalNote {
  readonly code: RefusalCode;
  readonly detail: string;
  readonly fields?: FieldErrors;
}

/** A rule said no. The sentence names the thing, the state and the way out; the code is for machines. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly fields: FieldErrors | undefined;

  constructor(code: RefusalCode, detail: string, fields?: FieldErrors) {
    super(detail);
    this.code = code;
    this.fields = fields;
  }
}

/** What to send where an error cannot go. */
export function refusalNote({ code, message, fields }: Refusal): RefusalNote {
  return { code, detail: message, ...(fields && { fields }) };
}
