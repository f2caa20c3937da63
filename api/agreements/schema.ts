import Joi from 'joi';
import { pageQuery, type PageQuery } from '../lists/page.ts';
import { text } from '../fragments.ts';

/** What a merchant asks the engine to charge by itself. */
export interface AutopayBody {
  readonly amount: string;
  readonly start_date?: string;
  readonly end_date?: string;
  readonly interval_days?: number;
  readonly interval_months?: number;
  readonly payment_processing_day?: number;
  readonly total_cycles?: number;
  readonly time_zone?: string;
  readonly charge_at?: string;
}

const count = (most: number) => Joi.number().integer().min(1).max(most);

export const autopayBody = Joi.object<AutopayBody, true>({
  amount: Joi.string().max(24).required(),
  start_date: text(10),
  end_date: text(10),
  interval_days: count(366),
  interval_months: count(12),
  payment_processing_day: count(31),
  total_cycles: count(999),
  time_zone: text(64),
  charge_at: text(5),
});

/** The card of the same customer that is charged from now on. */
export interface CardBody {
  readonly token: string;
}

export const cardBody = Joi.object<CardBody, true>({ token: text(50).required() });

/** The query of the list. What is left out does not matter. */
export interface AgreementQuery extends PageQuery {
  readonly customer_id?: string;
  readonly type?: 'sandbox' | 'production';
  readonly state?: 'active' | 'ended';
  readonly agreement_id?: string;
}

export const agreementQuery = Joi.object<AgreementQuery, true>({
  customer_id: text(64),
  type: Joi.string().valid('sandbox', 'production'),
  state: Joi.string().valid('active', 'ended'),
  agreement_id: text(128),
  ...pageQuery,
});

export const clockBody = Joi.object<{ readonly days: number }, true>({
  days: count(31).required(),
});
