import type { Context } from 'koa';
import type { PayersView } from '../payer.ts';
import { chargeOf } from '../../domain/exchange.ts';
import { feeWordsIn } from '../../domain/fee.ts';
import { links } from '../../domain/links.ts';
import { isPositive, shownMoney, toDecimal } from '../../domain/money.ts';
import type { PaymentMethod, Transaction } from '../../domain/transaction/transaction.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import type { DeviceServiceFacts } from '../../render/pages/facts.ts';
import type { ApiDeps } from '../deps.ts';
import { deviceServicesFor, serviceName, sheetOf } from '../sdk/device-services.ts';
import { amountFacts } from './amount-facts.ts';
import { languageOf } from './frame.ts';
import { payersAddress } from './in-app.ts';

/** The wallets of the payer's device whose buttons our page may show, and what it has to be open to for them. */
export interface PageServices {
  readonly services: readonly DeviceServiceFacts[];
  /** Where browsers look for a wallet. They hold what they load for it against the policy of the page. */
  readonly connects: readonly string[];
  /** A bank's question to who pays by one may stand in a frame. */
  readonly isFramed: boolean;
}

/** Where Google's manifests are. */
const GOOGLES_OWN = 'https://pay.google.com';

export async function pageServices(
  ctx: Context,
  deps: Pick<ApiDeps, 'store' | 'publicUrl'>,
  { transaction }: PayersView,
): Promise<PageServices> {
  const language = languageOf(ctx, transaction);
  const to = links(deps.publicUrl);
  const { sessionId, amount } = transaction;
  const offered = await deviceServicesFor(deps, transaction);
  const services = offered.flatMap((service): readonly DeviceServiceFacts[] => {
    const { wallet, method, merchant } = service;
    const sheet = sheetOf(service);
    if (!sheet) return [];
    const { total, fee } = chargeOf(amount, method);
    const label = merchant.name;
    const value = toDecimal(total);
    const words = feeWordsIn(method, language);
    return [
      {
        wallet,
        name: serviceName(wallet),
        ...(isPositive(fee) && { fee: amountFacts(fee) }),
        ...(words !== undefined && { feeDescription: words }),
        sheet: JSON.stringify({
          method: sheet,
          details: { total: { label, amount: { currency: total.currency, value } } },
        }),
        total: sheetTotal(transaction, method),
        payUrl: payersAddress(ctx, to.payByDevice(sessionId, wallet), language),
        ...(wallet === 'apple_pay' && { sessionUrl: to.appleSession(sessionId) }),
      },
    ];
  });
  return {
    services,
    connects: offered.flatMap((service) => lookedFor(sheetOf(service)?.supportedMethods)),
    isFramed: offered.some(({ method }) => gatewayFor(method.gateway).framesChallenge === true),
  };
}

function lookedFor(method: string | undefined): readonly string[] {
  if (method === undefined) return [];
  return new URL(method).hostname === 'google.com' ? [method, GOOGLES_OWN] : [method];
}

/** What is charged, as the form of a wallet's button carries it: nobody is charged another total than stood on the sheet. */
export function sheetTotal({ amount }: Transaction, method: PaymentMethod): string {
  return shownMoney(chargeOf(amount, method).total);
}
