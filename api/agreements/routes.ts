import type { Context } from 'koa';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import { endedByMerchant, paused, resumed, without } from '../../domain/agreement/arrange.ts';
import { AUTOPAY_ENDS, AUTOPAY_STATES } from '../../domain/agreement/autopay.ts';
import { defined } from '../../domain/json.ts';
import { merchantOf, typesSeen } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { among, few, listDoc, spanFaults, spanIn } from '../lists/filters.ts';
import { pageBody, pagesDoc, readQuery } from '../lists/page.ts';
import { refuseFaults } from '../middleware/errors.ts';
import {
  ADD_PAYMENTS,
  CHANGE_PAYMENTS,
  PRIVATE_KEY,
  route,
  SERVER,
  VIEW_PAYMENTS,
} from '../route.ts';
import { agreementAnswer, agreementsAnswer, clockAnswer } from './answer.ts';
import {
  agreementAt,
  beginAutopay,
  changeAgreement,
  changeCard,
  hurryCycle,
  timeOf,
} from './commands.ts';
import { presentAgreement } from './present.ts';
import { agreementQuery, autopayBody, cardBody, clockBody } from './schema.ts';
import { advanceClock } from './test-clock.ts';

const answers = { 200: { description: 'The agreement as it is now.', shape: agreementAnswer } };
const common = { tag: 'Agreements', answers } as const;
/** What makes no sense now, or names nothing of the caller's. */
const REFUSED = [400, 404] as const;
const text = (maxLength: number) => ({ type: 'string', maxLength });

/** What customers have agreed on, and what the engine charges of it by itself. */
export const agreementRoutes = [
  route('agreements.list', {
    method: 'GET',
    path: '/b/pbl/v2/agreements',
    who: SERVER,
    permissions: VIEW_PAYMENTS,
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
      q: {
        description:
          'The uuid of an agreement, its name, or the `customer_id`: exactly one of them.',
        schema: text(128),
      },
      autopay: few(
        [...AUTOPAY_STATES, 'none'],
        'How it is with what the engine charges: one or more of active, paused, ended, and `none` where it charges nothing.',
      ),
      ended_as: few(
        AUTOPAY_ENDS,
        'Why the engine charges no more: one or more of completed, declined, merchant, expired.',
      ),
      due_after: {
        ...listDoc.created_after,
        description: 'When the engine charges next: a moment, or the first day of the merchant.',
      },
      due_before: {
        ...listDoc.created_before,
        description: 'The same: a moment, left out, or the last day.',
      },
      ...pagesDoc,
    },
    answers: { 200: { description: 'A page.', shape: agreementsAnswer } },
    handle: (deps) => (ctx) => page(deps, ctx),
  }),
  route('agreements.read', {
    method: 'GET',
    path: '/b/pbl/v2/agreements/:uuid',
    who: SERVER,
    permissions: VIEW_PAYMENTS,
    ...common,
    summary: 'Read an agreement',
    handle: (deps) => async (ctx) => shown(deps, ctx, await agreementAt(deps, ctx, 'view')),
  }),
  route('agreements.autopay', {
    method: 'POST',
    path: '/b/pbl/v2/agreements/:uuid/autopay',
    who: SERVER,
    permissions: ADD_PAYMENTS,
    creates: true,
    ...common,
    errors: REFUSED,
    summary: 'Enable autopay',
    description:
      'From now on nobody has to run a cron job for it. Where the body is silent, the agreement counts. Each cycle makes a payment of its own, with its webhook.',
    body: autopayBody,
    fields: {
      amount: "Charged each time, in the currency of the customer's own payment.",
      interval_days: 'Every so many days; not together with a day of the month.',
      payment_processing_day:
        'The day of the month, needed with `interval_months` where the agreement has none; that of the first date where neither is said. A month that does not have it is charged on its last.',
      interval_months:
        'Every so many months; as often as the agreement says, or each month where that has a day alone.',
      start_date: 'The first date on which it may be charged, there where the time zone is.',
      end_date: 'The last one.',
      total_cycles: 'So many cycles, skipped ones counted; as many as the agreement leaves.',
      time_zone: 'Of the IANA list, such as `Asia/Kuwait`; UTC where nothing is said.',
      charge_at: 'The time of day there, as `HH:MM`; 09:00 where nothing is said.',
    },
    idempotent: true,
    handle: (deps) => async (ctx, body) => shown(deps, ctx, await beginAutopay(deps, ctx, body)),
  }),
  route('agreements.pause', {
    method: 'POST',
    path: '/b/pbl/v2/agreements/:uuid/pause',
    who: SERVER,
    permissions: CHANGE_PAYMENTS,
    bodyOptional: true,
    ...common,
    errors: REFUSED,
    summary: 'Pause',
    description: 'Nothing is charged until it is resumed.',
    idempotent: true,
    handle: (deps) => async (ctx) => shown(deps, ctx, await changeAgreement(deps, ctx, paused)),
  }),
  route('agreements.resume', {
    method: 'POST',
    path: '/b/pbl/v2/agreements/:uuid/resume',
    who: SERVER,
    permissions: CHANGE_PAYMENTS,
    bodyOptional: true,
    ...common,
    errors: REFUSED,
    summary: 'Resume',
    description: 'What was due during the pause is left out.',
    idempotent: true,
    handle: (deps) => async (ctx) => shown(deps, ctx, await changeAgreement(deps, ctx, resumed)),
  }),
  route('agreements.skip', {
    method: 'POST',
    path: '/b/pbl/v2/agreements/:uuid/cycles/:period/skip',
    who: SERVER,
    permissions: CHANGE_PAYMENTS,
    bodyOptional: true,
    ...common,
    errors: REFUSED,
    summary: 'Skip the next cycle',
    description:
      'The path names it by its date, so that asking twice leaves out one. Not one that was asked to be charged now.',
    idempotent: true,
    handle: (deps) => async (ctx) => {
      const period = ctx.params.period;
      const rule = (known: Agreement, now: number) => without(known, period, now);
      return shown(deps, ctx, await changeAgreement(deps, ctx, rule));
    },
  }),
  route('agreements.charge', {
    method: 'POST',
    path: '/b/pbl/v2/agreements/:uuid/cycles/:period/charge',
    who: SERVER,
    permissions: ADD_PAYMENTS,
    creates: true,
    bodyOptional: true,
    ...common,
    errors: REFUSED,
    summary: 'Charge the next cycle now',
    description:
      'In place of on its date. The path names it, so that asking twice charges it once. The answer does not wait for the network: the webhook tells.',
    idempotent: true,
    handle: (deps) => async (ctx) =>
      shown(deps, ctx, await hurryCycle(deps, ctx, ctx.params.period)),
  }),
  route('agreements.card', {
    method: 'POST',
    path: '/b/pbl/v2/agreements/:uuid/card',
    who: SERVER,
    permissions: CHANGE_PAYMENTS,
    ...common,
    errors: REFUSED,
    summary: 'Change the card of an agreement',
    description:
      'Another saved card of the same customer. A cycle that waits for one tries it at once.',
    body: cardBody,
    fields: {
      pg_code:
        'The gateway account that keeps the card, where several keep one of this token. Left out: that of the agreement, else the one by which the customer paid with it last.',
    },
    idempotent: true,
    handle: (deps) => async (ctx, body) =>
      shown(deps, ctx, await changeCard(deps, ctx, body.read())),
  }),
  route('agreements.end', {
    method: 'POST',
    path: '/b/pbl/v2/agreements/:uuid/end',
    who: SERVER,
    permissions: CHANGE_PAYMENTS,
    bodyOptional: true,
    ...common,
    errors: REFUSED,
    summary: 'End an agreement',
    description: 'Nobody charges it any more, and its card can be deleted.',
    idempotent: true,
    handle: (deps) => async (ctx) =>
      shown(deps, ctx, await changeAgreement(deps, ctx, endedByMerchant)),
  }),
  route('test.clock', {
    method: 'POST',
    path: '/test/clock/advance',
    who: PRIVATE_KEY,
    tag: 'Agreements',
    summary: 'Move the test clock',
    description:
      'For tests of your own: as if so many days had passed for your agreements. Calls at the same time take their turns, and one that has waited for 25 seconds is answered 423. There is none in production.',
    body: clockBody,
    errors: [423],
    answers: { 200: { description: 'What the clock shows now.', shape: clockAnswer } },
    onlyWhere: ({ testClock }) => testClock === true,
    handle: (deps) => (ctx, body) => advanceClock(deps, ctx, body.read().days),
  }),
];

const PATH = '/b/pbl/v2/agreements';

async function shown(deps: ApiDeps, ctx: Context, agreement: Agreement) {
  return presentAgreement(agreement, await timeOf(deps, ctx));
}

/** A merchant's agreements, newest first, page by page (contract/requests#lists). */
async function page(deps: ApiDeps, ctx: Context) {
  const { filter: asked, limit, offset } = readQuery(agreementQuery, ctx);
  const merchant = await settingsOf(deps.store, ctx);
  const { customer_id: customerId, type, state, agreement_id: id, q } = asked;
  const { autopay, ended_as: endedAs, due_after: after, due_before: before } = asked;
  const due = spanIn(after, before, { timeZone: merchant?.timeZone ?? 'UTC', now: Date.now() });
  refuseFaults(spanFaults('due', due));
  const { count, results } = await deps.store.agreements.list(
    merchantOf(ctx),
    defined({
      customerId,
      sandbox: type && type === 'sandbox',
      state,
      id,
      types: typesSeen(ctx),
      named: q?.trim() || undefined,
      autopay: among([...AUTOPAY_STATES, 'none'], autopay),
      endedAs: among(AUTOPAY_ENDS, endedAs),
      due,
    }),
    { limit, offset },
  );
  const now = await timeOf(deps, ctx);
  return pageBody(
    new URL(`${PATH}/`, deps.publicUrl).href,
    { filter: asked, limit, offset },
    { count, results: results.map((agreement) => presentAgreement(agreement, now)) },
  );
}
