import { methodFor } from '../account.ts';
import type { AgreementTerms } from '../agreement/agreement.ts';
import { AUTO_DEBIT_DAYS } from '../card/charge.ts';
import type { SessionId } from '../ids.ts';
import type { Merchant } from '../merchant.ts';
import { pluginOf, type PluginName } from '../plugins.ts';
import {
  routeFault,
  routeMethod,
  takersOf,
  type AccountWithTraits,
  type RouteOffer,
} from '../routing/offer.ts';
import { exactFault } from './account-fault.ts';
import type { CheckContext, Proposal } from './proposal.ts';
import type {
  HiddenMethod,
  LegacyTerms,
  PaymentMethod,
  Terms,
  Transaction,
} from './transaction.ts';
import type { PaymentType, TransactionType } from './type.ts';

/** 24 hours (contract/transactions#expiry). */
const DEFAULT_EXPIRATION_SECONDS = 24 * 60 * 60;

/**
 * What a code of a request leads to: an account, or a route with those of its accounts that can take the payment or a part of
 * it; or why it is not offered with this amount.
 */
export type Offered = AccountWithTraits | RouteOffer | HiddenMethod;

export interface Opening {
  readonly sessionId: SessionId;
  readonly type: TransactionType;
  readonly terms: GivenTerms;
  readonly now: number;
  /** `one_off` when left out. */
  readonly paymentType?: PaymentType;
  /** By which it is paid, when it is paid by one. */
  readonly agreement?: AgreementTerms;
  /** Given for a transaction of the old endpoints. */
  readonly legacy?: LegacyTerms;
}

/** Terms as a request gives them: the expiry may be left to the merchant's settings. */
export type GivenTerms = Omit<Terms, 'expirationSeconds'> & { readonly expirationSeconds?: number };

/** A new transaction of checked terms (`faultsOf` found none), in state `created`, version 1. */
export function open(
  { sessionId, type, terms, now, legacy, agreement, paymentType = 'one_off' }: Opening,
  merchant: Merchant,
  offered: readonly Offered[],
): Transaction {
  const plugin = settingsPlugin({ type, legacy });
  const whole = withAcceptance(completeTerms(terms, plugin, merchant), paymentType);
  return {
    ...whole,
    sessionId,
    merchantId: merchant.id,
    version: 1,
    state: 'created',
    type,
    kind: kindOf(offered),
    paymentType,
    ...(agreement && { agreement }),
    methods: methodsFor(whole, offered),
    ...hiddenIn(offered),
    createdAt: now,
    expiresAt: now + whole.expirationSeconds * 1000,
    expiresByTimer: merchant.expiresByTimer,
    ...(paymentType === 'one_off' &&
      pluginOf(merchant, plugin).amountEditable === true && { amountEditable: true }),
    ...(merchant.secondSuccess === 'refund' && { returnsSecond: true }),
    ...(legacy && { legacy }),
    attempts: [],
    sequence: 0,
    alerts: [],
  };
}

/** The plugin whose settings a transaction goes by: that of its type, or that of the old endpoints. */
export function settingsPlugin({
  type,
  legacy,
}: {
  readonly type: TransactionType;
  readonly legacy?: LegacyTerms | undefined;
}): PluginName {
  return legacy ? 'legacy' : type;
}

/**
 * The merchant's plugin settings fill what the request leaves out: expiry, webhook and redirect URL. Whether webhooks are sent is
 * seen when one would be.
 */
export function completeTerms(terms: GivenTerms, name: PluginName, merchant: Merchant): Terms {
  const plugin = pluginOf(merchant, name);
  const { webhookUrl: givenWebhook, redirectUrl: givenRedirect, ...rest } = terms;
  const webhookUrl = givenWebhook ?? plugin.webhookUrl;
  const redirectUrl = givenRedirect ?? plugin.redirectUrl;
  return {
    ...rest,
    expirationSeconds:
      terms.expirationSeconds ?? plugin.expirationSeconds ?? DEFAULT_EXPIRATION_SECONDS,
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...(redirectUrl !== undefined && { redirectUrl }),
  };
}

/** What a payment asks of its card (contract/cards#expiry-and-security-code). */
export function withAcceptance(terms: Terms, paymentType: PaymentType): Terms {
  if (paymentType !== 'auto_debit') return terms;
  const cardAcceptanceCriteria = {
    min_expiry_time: String(AUTO_DEBIT_DAYS),
    ...terms.cardAcceptanceCriteria,
  };
  return { ...terms, cardAcceptanceCriteria };
}

/**
 * What the engine's own charges ask of the card, by what the customer's first payment asked: the same, but no more than is usual, for a
 * card that was good for long enough when it was agreed on is charged to its end.
 */
export function acceptanceOfCycles({
  cardAcceptanceCriteria: { min_expiry_time: asked = AUTO_DEBIT_DAYS } = {},
}: Pick<Terms, 'cardAcceptanceCriteria'>) {
  return { min_expiry_time: String(Math.min(Number(asked), AUTO_DEBIT_DAYS)) };
}

/** What the codes of a checked request lead to, once each, in the order given. */
export function offeredBy(
  codes: readonly string[],
  proposal: Omit<Proposal, 'pgCodes'>,
  context: Pick<CheckContext, 'accounts' | 'routes' | 'traitsOf' | 'untaken'>,
): readonly Offered[] {
  const { accounts, routes = [], traitsOf } = context;
  return [...new Set(codes)].flatMap((code): readonly Offered[] => {
    const route = routes.find((candidate) => candidate.code === code);
    if (route) {
      const takers = takersOf(route, proposal, context);
      const why = routeFault(route, takers);
      if (why !== undefined) return [{ pgCode: route.code, why }];
      const [first, ...others] = takers.accounts;
      return first ? [{ route, takers: [first, ...others], parts: takers.parts }] : [];
    }
    const account = accounts.find((candidate) => candidate.code === code);
    if (!account) return [];
    const why = exactFault(account, traitsOf, proposal);
    return why === undefined
      ? [{ account, traits: traitsOf(account.gateway) }]
      : [{ pgCode: account.code, why }];
  });
}

/** The methods in the order of the request's codes. */
export function methodsFor(
  { pgCodes, amount }: Pick<Terms, 'pgCodes' | 'amount'>,
  offered: readonly Offered[],
): readonly PaymentMethod[] {
  return pgCodes.flatMap((code) => {
    const found = offered
      .filter(isAble)
      .find((one) => ('route' in one ? one.route : one.account).code === code);
    if (!found) return [];
    return 'route' in found
      ? [routeMethod(found, amount)]
      : [methodFor(found.account, found.traits, amount)];
  });
}

/** The others of its codes, where there are any (contract/transactions#gateway-codes). */
export function hiddenIn(offered: readonly Offered[]): Pick<Transaction, 'hiddenMethods'> {
  const hiddenMethods = offered.flatMap((one) => (isAble(one) ? [] : [one]));
  return hiddenMethods.length > 0 ? { hiddenMethods } : {};
}

function isAble(offered: Offered): offered is AccountWithTraits | RouteOffer {
  return !('why' in offered);
}

/** All codes share one kind (contract/transactions#gateway-codes); it becomes the transaction's. */
export function kindOf(offered: readonly Offered[]) {
  const first = offered.find(isAble);
  if (!first) return 'purchase';
  return ('route' in first ? first.takers[0] : first).account.kind;
}
