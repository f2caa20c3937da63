import type { JsonObject } from './json.ts';

/** Every "no" that the business can say. The API gives each its HTTP status, and cannot forget one. */
export type RefusalCode =
  | 'validation_error'
  | 'not_found'
  | 'invalid_state'
  | 'expired'
  | 'locked'
  | 'page_open'
  | 'invoice_immutable'
  | 'method_not_offered'
  | 'gateway_error'
  | 'gateway_unreached'
  | 'amount_exceeds_balance'
  | 'operation_not_supported'
  | 'operation_not_enabled'
  | 'currency_mismatch'
  | 'approval_pending'
  | 'step_up_required'
  | 'idempotency_conflict'
  | 'duplicate_request'
  | 'gateway_declined'
  | 'account_inactive'
  | 'card_locked'
  | 'card_expired'
  | 'cvv_required'
  | 'no_cit'
  | 'agreement_violation'
  | 'policy_violation'
  | 'version_conflict'
  | 'too_late'
  | 'forbidden';

/** Messages by field. A value is a list of sentences, the errors of an object, or one entry per row of a list. */
export interface FieldErrors {
  readonly [field: string]: readonly string[] | FieldErrors | readonly FieldErrors[];
}

/** A refusal as it travels in answers of workflows: plain data, because errors do not survive a payload. */
export interface RefusalNote {
  readonly code: RefusalCode;
  readonly detail: string;
  readonly fields?: FieldErrors;
  readonly facts?: Facts;
}

/** What a machine may want to know besides the code, such as the amount that is left; it stands in the body as it is. */
export type Facts = JsonObject;

/** A rule said no. The sentence names the thing, the state and the way out; the code is for machines. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly fields: FieldErrors | undefined;
  readonly facts: Facts | undefined;

  constructor(code: RefusalCode, detail: string, fields?: FieldErrors, facts?: Facts) {
    super(detail);
    this.code = code;
    this.fields = fields;
    this.facts = facts;
  }
}

/** What to send where an error cannot go. */
export function refusalNote({ code, message, fields, facts }: Refusal): RefusalNote {
  return { code, detail: message, ...(fields && { fields }), ...(facts && { facts }) };
}

/** The refusal that a note tells of. */
export function refusalOf({ code, detail, fields, facts }: RefusalNote): Refusal {
  return new Refusal(code, detail, fields, facts);
}
