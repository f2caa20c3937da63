import { bodyParser } from '@koa/bodyparser';
import type { Context } from 'koa';
import { DEVICE_WALLETS, type DeviceWallet } from '../../domain/device-wallet/device-wallet.ts';
import { payloadFaults } from '../../domain/device-wallet/payload.ts';
import { isFaultless } from '../../domain/field-errors.ts';
import { currencyCode } from '../../domain/currencies.ts';
import { isoUtc } from '../../domain/duration.ts';
import type { ReferenceNumber } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import { links } from '../../domain/links.ts';
import { parseMoney, type Money } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isSameMoney } from '../../domain/transaction/amount.ts';
import { askedOfPayer, missingOfPayer } from '../../domain/transaction/before-paying.ts';
import { attemptOf, methodOf, type Transaction } from '../../domain/transaction/transaction.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import { returnUrl } from '../../gateways/return-url.ts';
import { SHEET_TOTAL } from '../../render/pages/device-services.tsx';
import type { ProblemKind } from '../../render/pages/facts.ts';
import { renderWaiting } from '../../render/pages/waiting.tsx';
import { isPaused } from '../access/paused.ts';
import { intend } from '../access/recorded.ts';
import type { ApiDeps } from '../deps.ts';
import { isPayable, payerOf, payersView, type PayersView } from '../payer.ts';
import { chargeHandedOver, handedOverPress, keepHandedOver } from '../payments/handed-over.ts';
import { deviceOf, keepPayerDevice } from '../payments/payer-device.ts';
import { undescribedRoute, type RouteContext } from '../route.ts';
import { openPage } from './open-page.ts';
import { walletAccountFor } from '../sdk/device-services.ts';
import { merchantSession } from '../sdk/device-wallet.ts';
import { devicePayload } from '../sdk/schema.ts';
import { pendingOf } from '../sdk/token.ts';
import { amountFacts } from './amount-facts.ts';
import { sheetTotal } from './device-services.ts';
import {
  browserFactsIn,
  fieldOf,
  formIdIn,
  formInputIn,
  isAskedOtherwise,
  jsonFieldOf,
  phoneProblem,
  shownAmount,
} from './form-input.ts';
import { frameFor, languageOf } from './frame.ts';
import { seeOther, sendPage } from './headers.ts';
import { isInApp, payersAddress } from './in-app.ts';
import { problemKindOf } from './pay.ts';
import { showCheckout, showOver } from './show.ts';

/** A payload of 16 kB at most, which grows when it is sent as a field of a form. */
const form = bodyParser({ enableTypes: ['form'], formLimit: '64kb' });

const payloadForm = { ...openPage, within: () => [form] } as const;

/**
 * What the buttons of wallets on our page lead to (contract/device-wallets#our-page). Its script asks for JSON; the same form without a
 * payload, as a browser sends it, asks what became of the press: it charges nothing.
 */
export const deviceWalletPageRoutes = [
  undescribedRoute('pages.pay-by-device', {
    method: 'POST',
    path: '/checkout/:session_id/pay-by/:wallet',
    ...payloadForm,
    handle: (deps) => async (ctx) => {
      const view = await payersView(deps, ctx.params.session_id);
      await intend(ctx, payerOf(view));
      const press = await pressIn(deps, ctx, view);
      const payload = payloadIn(ctx, press.wallet);
      if (payload && ctx.accepts('html', 'json') === 'json')
        ctx.body = await charged(deps, ctx, { view, press, payload });
      else await showWhatBecame(deps, ctx, { view, press });
    },
  }),
  undescribedRoute('pages.apple-session', {
    method: 'POST',
    path: '/checkout/:session_id/pay-by/apple_pay/session',
    ...payloadForm,
    audit: false,
    handle: (deps) => async (ctx) => {
      const { transaction } = await payersView(deps, ctx.params.session_id);
      const validationUrl = fieldOf(ctx, 'validation_url') ?? '';
      ctx.body = await merchantSession(deps, ctx, transaction, { validationUrl });
    },
  }),
];

type Press = Awaited<ReturnType<typeof pressIn>>;

/** The same form is the same press, with or without its payload; and what forbids it. */
async function pressIn(
  deps: ApiDeps,
  ctx: RouteContext<'session_id' | 'wallet'>,
  view: PayersView,
) {
  const { transaction, merchant } = view;
  const wallet = DEVICE_WALLETS.find((one) => one === ctx.params.wallet);
  if (!wallet) throw new Refusal('not_found', 'There is no such wallet.');
  const input = formInputIn(ctx);
  const phone2 = transaction.customer.phone2 === undefined ? undefined : input.phone2?.trim();
  const pgCode = await walletAccountFor(deps, transaction, wallet);
  const method = pgCode === undefined ? undefined : methodOf(transaction, pgCode);
  const shown = fieldOf(ctx, SHEET_TOTAL) ?? '';
  const isOtherTotal = !method || sheetTotal(transaction, method) !== shown;
  const total = totalIn(shown);
  // The device pays the whole, which is not what they have typed.
  const isPart = !isSameMoney(shownAmount(transaction, input), transaction.amount);
  const missing = missingOfPayer(askedOfPayer(transaction, merchant), {
    acceptsTerms: input.terms,
  });
  const problem: ProblemKind | undefined =
    method === undefined || missing === 'delivery' || isPaused(deps, merchant)
      ? 'unavailable'
      : isAskedOtherwise(transaction, input) || isOtherTotal || isPart
        ? 'asked-changed'
        : missing === 'terms'
          ? 'terms-required'
          : phoneProblem(phone2);
  return {
    wallet,
    input,
    method,
    problem,
    chosen: {
      wallet,
      channel: isInApp(ctx) ? ('mobile_sdk' as const) : ('hosted' as const),
      ...(pgCode !== undefined && { pgCode }),
      ...(phone2 !== undefined && { customerPhone2: phone2 }),
      // Of what was sent, as all of it: the same form finds its press again, whatever has changed since.
      ...(total && { total }),
      ...(input.replacesOpen && { replacesOpen: true as const }),
      requestId: `device:${formIdIn(ctx)}`,
    },
  };
}

/** What stood on the sheet, as `sheetTotal` writes it; undefined where that is no amount. */
function totalIn(text: string): Money | undefined {
  const [code = '', value = ''] = text.split(' ');
  const currency = currencyCode(code);
  const read = currency && parseMoney(value, currency);
  return read && !('fault' in read) ? read : undefined;
}

/** Undefined where none was sent, or one that no network could read. */
function payloadIn(ctx: Context, wallet: DeviceWallet): JsonObject | undefined {
  const { error, value } = devicePayload.validate(jsonFieldOf(ctx, 'payload'));
  return !error && isFaultless(payloadFaults(wallet, value)) ? value : undefined;
}

interface Pressed {
  readonly view: PayersView;
  readonly press: Press;
}

/** Where the payer goes, and what their wallet is told; or that an earlier page is open (`asks`), or that nothing was done (`refused`). */
async function charged(
  deps: ApiDeps,
  ctx: Context,
  { view, press, payload }: Pressed & { readonly payload: JsonObject },
) {
  const { transaction } = view;
  const { method, chosen, problem, wallet } = press;
  if (problem !== undefined || !method) return { refused: problem };
  try {
    const kept = await keepHandedOver(deps, transaction, { ...chosen, payload });
    const { referenceNumber } = kept.submission;
    const pending = pendingOf(transaction, referenceNumber, wallet);
    const device = deviceOf(deps, ctx, browserFactsIn(ctx));
    await keepPayerDevice(deps, transaction, kept.submission, device);
    // Who has got no answer is shown how it stands, and may leave: nothing may be charged long after that.
    const submitted = await chargeHandedOver(deps, ctx, {
      transaction,
      kept,
      pending,
      isToldTaken: false,
    });
    if (submitted.to === 'gateway') {
      const framed = gatewayFor(method.gateway).framesChallenge === true;
      return { url: submitted.pageUrl, framed };
    }
    const { transaction: now } = await payersView(deps, transaction.sessionId);
    const attempt = attemptOf(now, submitted.referenceNumber);
    return {
      url: waitingUrl(deps, ctx, transaction, submitted.referenceNumber),
      ...(attempt && attempt.state !== 'pending' && { approved: attempt.state === 'success' }),
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === 'page_open' ? { asks: true } : { refused: error.code };
  }
}

/** For who has sent no payload, or whose answer was lost: how that press stands, or the page with what forbids it. */
async function showWhatBecame(
  deps: ApiDeps,
  ctx: Context,
  { view, press }: Pressed,
): Promise<void> {
  const { transaction } = view;
  const { submission } = await handedOverPress(deps, transaction, press.chosen);
  const { referenceNumber } = submission;
  if (attemptOf(transaction, referenceNumber)) {
    seeOther(ctx, waitingUrl(deps, ctx, transaction, referenceNumber));
    return;
  }
  const { merchantId, sessionId } = transaction;
  if (await deps.store.devicePayloads.find({ merchantId, sessionId, referenceNumber })) {
    showUnderWay(ctx, deps, view);
    return;
  }
  if (!isPayable(transaction)) {
    showOver(ctx, deps, view);
    return;
  }
  const kind = press.problem ?? problemKindOf(fieldOf(ctx, 'refused'));
  await showCheckout(ctx, deps, view, {
    ...(kind && { problem: { kind } }),
    formInput: press.input,
  });
}

/** It was taken, and nobody knows yet whether it was begun. The checkout says it once it is known; a press of Pay is one more payment. */
function showUnderWay(ctx: Context, deps: ApiDeps, view: PayersView): void {
  const { transaction } = view;
  const now = isoUtc(Date.now());
  const html = renderWaiting({
    ...frameFor(ctx, deps, view),
    amount: amountFacts(transaction.amount),
    ...(transaction.orderNo !== undefined && { orderNo: transaction.orderNo }),
    refreshUrl: payersAddress(
      ctx,
      links(deps.publicUrl).checkout(transaction.sessionId),
      languageOf(ctx, transaction),
    ),
    refreshSeconds: UNDER_WAY_SECONDS,
    startedAt: now,
    now,
  });
  sendPage(ctx, html);
}

/** Longer than a command may take to begin: after that it never does. */
const UNDER_WAY_SECONDS = 30;

function waitingUrl(
  { publicUrl }: Pick<ApiDeps, 'publicUrl'>,
  ctx: Context,
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
): string {
  const { sessionId } = transaction;
  return returnUrl(publicUrl, { sessionId, referenceNumber }, languageOf(ctx, transaction));
}
