import Joi from 'joi';
import { pageQuery, type PageQuery } from '../lists/page.ts';
import { currencyCode } from '../../domain/currencies.ts';
import {
  OPERATION_KINDS,
  type OperationKind,
  APPROVAL_STATES,
  type ApprovalState,
} from '../../domain/operation/operation.ts';
import { dateTime, slug, text } from '../fragments.ts';

/** The query of the list (contract/operations#approval). What is left out does not matter. */
export interface RequestQuery extends PageQuery {
  readonly state?: ApprovalState;
  readonly operation?: OperationKind;
  readonly session_id?: string;
  readonly pg_code?: string;
  readonly currency_code?: string;
  readonly created_after?: string;
  readonly created_before?: string;
}

export const requestQuery = Joi.object<RequestQuery, true>({
  state: Joi.string().valid(...APPROVAL_STATES),
  operation: Joi.string().valid(...OPERATION_KINDS),
  session_id: text(128),
  pg_code: slug(16),
  currency_code: Joi.string().custom((value: string) => {
    if (currencyCode(value) === undefined) throw new Error('Use a currency code of ISO 4217.');
    return value;
  }),
  created_after: dateTime,
  created_before: dateTime,
  ...pageQuery,
});

/** What may be said with a decision. */
export interface DecisionBody {
  readonly reason?: string;
  readonly break_glass?: boolean;
}

export const decisionBody = Joi.object<DecisionBody, true>({
  reason: text(500),
  break_glass: Joi.boolean(),
});
