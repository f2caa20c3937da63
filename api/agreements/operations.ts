import { pagesDoc } from '../lists/page-doc.ts';
import type { Operation } from '../openapi/operation.ts';
import { agreementAnswer, agreementsAnswer, clockAnswer } from './answer.ts';
import { autopayBody, cardBody, clockBody } from './schema.ts';

const answers = { 200: { description: 'The agreement as it is now.', shape: agreementAnswer } };
const common = { tag: 'Agreements', answers } as const;
/** What makes no sense now, or names nothing of the caller's. */
const REFUSED = [400, 404] as const;
const text = (maxLength: number) => ({ type: 'string', maxLength });

/** What the routes about agreements promise. */
export const agreementOperations = {
  'agreements.list': {
    ...common,
    summary: 'List agreements',
    description: 'The newest first, ten on a page.',
    query: {
      customer_id: { description: 'Only those of this customer.', schema: text(64) },
      type: {
        description: 'Only those of the sandbox, or of production.',
        schema: { enum: ['sandbox', 'production'] },
      },
      state: { description: 'Only those in this state.', schema: { enum: ['active', 'ended'] } },
      agreement_id: {
        description: "Only those of this name of the merchant's.",
        schema: text(128),
      },
      ...pagesDoc,
    },
    answers: { 200: { description: 'A page.', shape: agreementsAnswer } },
  },
  'agreements.read': { ...common, summary: 'Read an agreement' },
  'agreements.autopay': {
    ...common,
    errors: REFUSED,
    summary: 'Enable autopay',
    description:
      'From now on nobody has to run a cron job for it. Where the body is silent, the agreement counts. Each cycle makes a payment of its own, with its webhook.',
    request: autopayBody,
    fields: {
      amount: "Charged each time, in the currency of the customer's own payment.",
      interval_days: 'Every so many days; not together with a day of the month.',
      payment_processing_day:
        'The day of the month. A month that does not have it is charged on its last.',
      interval_months: 'Every so many months; 1 where nothing is said.',
      start_date: 'The first date on which it may be charged, there where the time zone is.',
      end_date: 'The last one.',
      total_cycles: 'So many cycles, skipped ones counted; as many as the agreement leaves.',
      time_zone: 'Of the IANA list, such as `Asia/Kuwait`; UTC where nothing is said.',
      charge_at: 'The time of day there, as `HH:MM`; 09:00 where nothing is said.',
    },
    idempotent: true,
  },
  'agreements.pause': {
    ...common,
    errors: REFUSED,
    summary: 'Pause',
    description: 'Nothing is charged until it is resumed.',
    idempotent: true,
  },
  'agreements.resume': {
    ...common,
    errors: REFUSED,
    summary: 'Resume',
    description: 'What was due during the pause is left out.',
    idempotent: true,
  },
  'agreements.skip': {
    ...common,
    errors: REFUSED,
    summary: 'Skip the next cycle',
    description:
      'The path names it by its date, so that asking twice leaves out one. Not one that was asked to be charged now.',
    idempotent: true,
  },
  'agreements.charge': {
    ...common,
    errors: REFUSED,
    summary: 'Charge the next cycle now',
    description:
      'In place of on its date. The path names it, so that asking twice charges it once. The answer does not wait for the network: the webhook tells.',
    idempotent: true,
  },
  'agreements.card': {
    ...common,
    errors: REFUSED,
    summary: 'Change the card of an agreement',
    description:
      'Another saved card of the same customer. A cycle that waits for one tries it at once.',
    request: cardBody,
    idempotent: true,
  },
  'agreements.end': {
    ...common,
    errors: REFUSED,
    summary: 'End an agreement',
    description: 'Nobody charges it any more, and its card can be deleted.',
    idempotent: true,
  },
  'test.clock': {
    tag: 'Agreements',
    summary: 'Move the test clock',
    description:
      'For tests of your own: as if so many days had passed for your agreements. Calls at the same time take their turns, and one that has waited for 25 seconds is answered 423. There is none in production.',
    request: clockBody,
    errors: [423],
    answers: { 200: { description: 'What the clock shows now.', shape: clockAnswer } },
  },
} satisfies Readonly<Record<string, Operation>>;
