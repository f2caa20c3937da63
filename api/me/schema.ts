import Joi from 'joi';
import { LOGIN_WAYS } from '../../domain/office-login.ts';
import type { StepUpBy } from '../../domain/single-sign-on.ts';
import { object } from '../infer.ts';

export const profileAnswer = object({
  username: Joi.string().required(),
  email: Joi.string().required(),
  first_name: Joi.string(),
  last_name: Joi.string(),
  superuser: Joi.boolean().required(),
  permissions: Joi.array().items(Joi.string()).required(),
  second_factor: Joi.boolean().required(),
  second_factor_required: Joi.boolean().required(),
  recovery_codes_left: Joi.number().integer(),
  step_up_by: Joi.string<StepUpBy>().valid('issuer', 'code', 'password').required(),
  needs_step_up: Joi.boolean().required(),
});

export const newFactorAnswer = object({
  secret: Joi.string().required(),
  otpauth_url: Joi.string().required(),
});

export const codeBody = object({ code: Joi.string().max(64).required() });

export const recoveryAnswer = object({
  recovery_codes: Joi.array().items(Joi.string()).required(),
});

/** How long it may be is a rule of its own; so much is not looked at. */
export const passwordBody = object({ password: Joi.string().max(1024).required() });

export const loginList = object({
  results: Joi.array()
    .items(
      object({
        id: Joi.string().required(),
        since: Joi.string().isoDate().required(),
        last_seen: Joi.string().isoDate().required(),
        browser: Joi.string().required(),
        network: Joi.string().required(),
        how: Joi.string()
          .valid(...LOGIN_WAYS)
          .required(),
        is_this: Joi.boolean().required(),
      }),
    )
    .required(),
});
