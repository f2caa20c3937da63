import Router from '@koa/router';
import type { Context } from 'koa';
import { cvvLength } from '../brands.ts';
import type { CardFaults } from '../card-entry.ts';
import { cardFormOf, readCard } from '../card-entry.ts';
import { testCardNamed } from '../cards.ts';
import { compactNumber } from '../digits.ts';
import type { Fields } from '../fields.ts';
import { fieldsOf, single } from '../fields.ts';
import { languageOf } from '../language.ts';
import { about } from '../log.ts';
import type { Network } from '../network.ts';
import { faultSentences } from '../texts/index.ts';
import { plan } from '../outcomes.ts';
import { renderCardPage } from '../pages/card-page.tsx';
import { renderChallengePage } from '../pages/challenge-page.tsx';
import { challengePage, securePage, typingPage } from '../pages/headers.ts';
import { renderOutcomePage } from '../pages/outcome-page.tsx';
import { renderSavedCardPage } from '../pages/saved-card-page.tsx';
import type { Language, Payment, SavedCard } from '../payment.ts';
import { challengeOf, savedCardOf } from '../payment.ts';
import { Refusal } from '../refusals.ts';
import { returnUrlOf } from '../return-url.ts';
import type { Action } from '../transitions.ts';

/** The pages that customers see. Each works without script, and each form may be sent twice. */
export function pageRoutes(network: Network): Router {
  const { checkout, now } = network;
  const router = new Router({ prefix: '/pay' });

  router.get('/:id', (ctx) => {
    const visit = visitOf(ctx, network);
    const { payment, language, merchant } = visit;
    const { state } = payment;
    if (challengeOf(payment)) return goTo(ctx, visit, '/challenge');
    securePage(ctx, payment.returnUrl);
    const saved = savedCardOf(payment);
    if (saved) {
      ctx.body = renderSavedCardPage({ ...visit, saved });
      return;
    }
    if (state.status !== 'OPEN') {
      ctx.body = renderOutcomePage({ payment, state, merchant, language });
      return;
    }
    typingPage(ctx, payment.returnUrl);
    const chosen = testCardNamed(single(ctx.query['use']));
    const typed = { name: '', expiry: '' };
    ctx.body = renderCardPage({ ...visit, faults: {}, typed, chosen, now: now() });
  });

  router.post('/:id', async (ctx) => {
    const visit = visitOf(ctx, network);
    const { payment, form } = visit;
    if (payment.state.status !== 'OPEN' || challengeOf(payment)) return leave(ctx, visit, network);
    const saved = savedCardOf(payment);
    if (saved) return payWithSaved(ctx, visit, saved, network);
    const reading = readCard(cardFormOf(form), now());
    if (!reading.ok) return showFaults(ctx, visit, reading.faults, now());
    const { number, card } = reading;
    await checkout.act(payment.id, { type: 'card', card, plan: plan(number, payment.amount) });
    return leave(ctx, visit, network);
  });

  // Nothing happens to the payment: the page's script asks before its form is sent.
  router.post('/:id/check', (ctx) => {
    const { form, language } = visitOf(ctx, network);
    ctx.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    const reading = readCard(cardFormOf(form), now());
    ctx.body = { faults: reading.ok ? {} : faultSentences(reading.faults, language) };
  });

  router.get('/:id/challenge', (ctx) => {
    const visit = visitOf(ctx, network);
    const challenge = challengeOf(visit.payment);
    if (challenge === undefined) return goTo(ctx, visit, '');
    challengePage(ctx, visit.payment.returnUrl);
    const wrong = ctx.query['wrong'] !== undefined && challenge.wrongCodes > 0;
    const isFramed = ctx.get('Sec-Fetch-Dest') === 'iframe';
    ctx.body = renderChallengePage({ ...visit, challenge, wrong, isFramed });
  });

  router.post('/:id/challenge', async (ctx) => {
    const visit = visitOf(ctx, network);
    await checkout.act(visit.payment.id, challengeAction(visit.form));
    return leave(ctx, visit, network, challengeOf(visit.payment) && '&wrong');
  });

  router.post('/:id/cancel', async (ctx) => {
    const visit = visitOf(ctx, network);
    await checkout.act(visit.payment.id, { type: 'cancel' });
    return leave(ctx, visit, network);
  });

  return router;
}

interface Visit {
  readonly payment: Payment;
  readonly merchant: string;
  readonly language: Language;
  readonly form: Fields;
}

function visitOf(ctx: Context & { params: Record<string, string> }, { records }: Network): Visit {
  const payment = records.payments.find(ctx.params['id'] ?? '');
  if (payment === undefined)
    throw new Refusal(404, 'not_found', 'There is no such payment. Check the address.');
  about(ctx.state, { account: payment.account, paymentId: payment.id });
  const form = ctx.method === 'POST' ? fieldsOf(ctx.request.body ?? {}) : {};
  const chosen = languageOf(form['lang']) ?? languageOf(ctx.query['lang']);
  return {
    payment,
    merchant: records.accounts.find(payment.account)?.name ?? payment.account,
    language: chosen ?? payment.language,
    form,
  };
}

/** The code is looked at and forgotten: this sandbox takes any that its brand could have. */
async function payWithSaved(
  ctx: Context,
  visit: Visit,
  saved: SavedCard,
  network: Network,
): Promise<void> {
  const code = compactNumber(single(visit.form['cvv']));
  const isCode = /^[0-9]+$/u.test(code) && code.length === cvvLength(saved.card.brand);
  if (!isCode) {
    securePage(ctx, visit.payment.returnUrl);
    ctx.status = 422;
    ctx.body = renderSavedCardPage({ ...visit, saved, wrong: true });
    return;
  }
  await network.checkout.act(visit.payment.id, { type: 'token', ...saved });
  return leave(ctx, visit, network);
}

function challengeAction(form: Fields): Action {
  if (form['action'] === 'cancel') return { type: 'abandon-challenge' };
  return { type: 'code', code: compactNumber(single(form['code'])) };
}

/**
 * Where a form leads, by what the payment is now: to the challenge, back to the merchant once the
 * merchant was told (a second click joins the first), or to the page that says how it ended.
 */
async function leave(
  ctx: Context,
  visit: Visit,
  { records, callbacks }: Network,
  afterwards = '',
): Promise<void> {
  const { id, state } = visit.payment;
  const payment = records.payments.find(id) ?? visit.payment;
  if (payment.state.status === 'OPEN')
    return goTo(ctx, visit, challengeOf(payment) ? '/challenge' : '', afterwards);
  const event = records.events.ofPayment(id);
  const joined = event !== undefined && (await callbacks.firstTry(event));
  if (state.status !== 'OPEN' && !joined) return goTo(ctx, visit, '');
  securePage(ctx, payment.returnUrl);
  ctx.redirect(returnUrlOf(payment));
  ctx.status = 303;
}

function goTo(ctx: Context, { payment, language }: Visit, page: string, more = ''): void {
  securePage(ctx, payment.returnUrl);
  ctx.redirect(`/pay/${payment.id}${page}?lang=${language}${more}`);
  ctx.status = 303;
}

function showFaults(ctx: Context, visit: Visit, faults: CardFaults, now: Date): void {
  const name = faults.name === 'name-digits' ? '' : single(visit.form['name']);
  const expiry = faults.expiry === undefined ? single(visit.form['expiry']) : '';
  typingPage(ctx, visit.payment.returnUrl);
  ctx.status = 422;
  ctx.body = renderCardPage({ ...visit, faults, typed: { name, expiry }, now });
}
