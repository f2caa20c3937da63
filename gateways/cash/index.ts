import Joi from 'joi';
import type { Gateway } from '../gateway.ts';

/** Cash on delivery: choosing it is the whole payment, no network is asked (contract/attempts#cash). */
export const cash: Gateway = {
  traits: {
    slug: 'cash',
    name: 'Cash on delivery',
    offline: true,
    kinds: ['purchase'],
    operations: [],
    tokenization: false,
    captures: 'many',
    autoDebit: false,
    cvv: false,
    paymentServices: [],
    afterSilence: { by: 'inquiry' },
  },
  checkSettings: (settings) => {
    Joi.assert(settings, Joi.object({}));
  },
  pageOrigins: () => [],
  open: async (_settings, { referenceNumber }) => ({
    step: 'report',
    report: { referenceNumber, outcome: { result: 'cod' } },
  }),
  // A cash attempt is decided when it is opened, so its last word is always the same.
  inquire: async (_settings, { referenceNumber }) => ({
    step: 'report',
    report: { referenceNumber, outcome: { result: 'cod' } },
  }),
  readCallback: () => ({
    step: 'forged',
    reason: 'Cash on delivery has no callbacks.',
  }),
};
