import Joi from 'joi';
import { ENDINGS } from '../../domain/routing/decision.ts';
import { object } from '../infer.ts';

const skipped = object({
  rule: Joi.string().required(),
  why: Joi.string().required(),
});

const considered = object({
  pg_code: Joi.string().required(),
  verdict: Joi.string().valid('chosen', 'next', 'left-out').required(),
  why: Joi.string().required(),
});

const decided = {
  route: Joi.string().required(),
  rule: Joi.string(),
  skipped_rules: Joi.array().items(skipped).required(),
  accounts: Joi.array().items(considered).required(),
} as const;

/** Where a route leads, and why (contract/routing#dry-run). */
export const decisionAnswer = object({
  ...decided,
  chosen: Joi.string().allow(null).required(),
  reference: Joi.string().required(),
});

/** An attempt of a payment to which a route has led. */
export const routedAttempt = object({
  reference_number: Joi.string().required(),
  pg_code: Joi.string().required(),
  result: Joi.string().valid('pending', 'success', 'failed', 'canceled', 'error', 'cod').required(),
  after: object({
    reference_number: Joi.string().required(),
    ending: Joi.string()
      .valid(...ENDINGS)
      .required(),
  }),
  ...decided,
});
