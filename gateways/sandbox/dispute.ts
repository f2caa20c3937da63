import Joi from 'joi';
import {
  DISPUTE_STATES,
  type DisputeState,
  type DisputeWord,
} from '../../domain/dispute/dispute.ts';
import type { ReferenceNumber } from '../../domain/ids.ts';
import { GatewayFault } from '../gateway.ts';
import { moneyTold } from './wire.ts';

/** A dispute as the network tells of it. */
export interface NetworkDispute {
  readonly id: string;
  readonly payment_id: string;
  readonly status: DisputeState;
  readonly amount: string;
  readonly currency: string;
  readonly reason: string;
  readonly respond_by: string;
  readonly movements: readonly {
    readonly id: string;
    readonly kind: 'withdrawn' | 'reinstated';
    readonly amount: string;
    readonly at: string;
  }[];
  readonly updated_at: string;
}

const text = Joi.string().max(100).required();
const time = Joi.string().isoDate().required();
const schema = Joi.object<NetworkDispute>({
  id: text,
  payment_id: text,
  status: Joi.string()
    .valid(...DISPUTE_STATES)
    .required(),
  amount: text,
  currency: text,
  reason: text,
  respond_by: time,
  movements: Joi.array()
    .items(
      Joi.object({
        id: text,
        kind: Joi.string().valid('withdrawn', 'reinstated').required(),
        amount: text,
        at: time,
      }),
    )
    .required(),
  updated_at: time,
});

/** Throws a `GatewayFault` that says `unknown` when it is none in a shape that we know. */
export function sandboxDispute(told: object, paymentReference: ReferenceNumber): DisputeWord {
  const { error, value } = schema.validate(told, {
    convert: false,
    stripUnknown: true,
  });
  if (error)
    throw new GatewayFault('unknown', `The network tells of no dispute: ${error.message}.`);
  const { id, payment_id, status, amount, currency, reason, respond_by, movements } = value;
  return {
    disputeId: id,
    paymentReference,
    gatewayPayment: payment_id,
    state: status,
    amount: moneyTold({ amount, currency }),
    reason,
    dueAt: Date.parse(respond_by),
    saidAt: Date.parse(value.updated_at),
    movements: movements.map((one) => ({
      name: one.id,
      kind: one.kind === 'withdrawn' ? 'taken' : 'returned',
      amount: moneyTold({ amount: one.amount, currency }),
      at: Date.parse(one.at),
    })),
  };
}
