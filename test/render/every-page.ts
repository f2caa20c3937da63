import type { BillStatus, MessageKind, Outcome, PageFrame } from '../../render/pages/facts.ts';
import { localAddressOf } from '../../domain/local-address.ts';
import type { Language } from '../../domain/language.ts';
import { renderCancelQuestion } from '../../render/pages/cancel-question.tsx';
import { renderCardRemoval } from '../../render/pages/card-removal.tsx';
import { renderCheckout } from '../../render/pages/checkout.tsx';
import { renderDropOff } from '../../render/pages/drop-off.tsx';
import { renderInvoice } from '../../render/pages/invoice.tsx';
import { renderMessage } from '../../render/pages/message.tsx';
import { renderRedirecting } from '../../render/pages/redirecting.tsx';
import { renderSummary } from '../../render/pages/summary.tsx';
import { renderWaiting } from '../../render/pages/waiting.tsx';
import {
  aCheckout,
  aDropOff,
  aFrame,
  aBill,
  anInvoicePage,
  aMethodFacts,
  aSummary,
  aWait,
  inDollars,
  dinars,
} from './builders.ts';

export const LANGUAGES: readonly Language[] = ['en', 'ar'];

export const MESSAGE_KINDS: readonly MessageKind[] = [
  'expired',
  'canceled',
  'not-found',
  'already-paid',
  'not-available',
  'paused',
  'error',
  'too-many',
  'unavailable',
];

export const OUTCOMES: readonly Outcome[] = [
  { kind: 'paid' },
  { kind: 'authorized' },
  { kind: 'partly-refunded' },
  { kind: 'refunded' },
  { kind: 'partly-collected' },
  { kind: 'collected' },
  { kind: 'released' },
  { kind: 'cod' },
  { kind: 'failed' },
  { kind: 'canceled' },
  { kind: 'expired' },
  { kind: 'pending', refreshUrl: '/result' },
];

const BILL_STATUSES: readonly BillStatus[] = ['sent', 'paid', 'overdue', 'canceled'];

interface NamedPage {
  readonly name: string;
  readonly html: string;
}

/** One page of each sort, with all that it can show; `changes` go into the frame of each. */
export function everyPage(
  language: Language,
  changes: Partial<PageFrame> = {},
): readonly NamedPage[] {
  const frame = aFrame({ language, isSandbox: true, supportEmail: 'a@b.example', ...changes });
  const methods = [
    aMethodFacts({ description: 'All cards', iconUrl: '/static/methods/card.svg' }),
    aMethodFacts({ code: 'cash', kind: 'cash', fee: dinars('0.250'), total: dinars('12.590') }),
    aMethodFacts({ code: 'abroad', ...inDollars() }),
  ];
  const order = {
    orderNo: 'O-1',
    productType: 'Flowers',
    vendorName: 'Farm',
    dueDatetime: '2026-11-23T10:00:00Z',
    customerName: 'Sara',
    customerEmail: 's@c.example',
    customerPhone: '+96555551234',
  };
  const checkout = aCheckout({
    ...frame,
    methods,
    order,
    customerPhone2: { value: '+96566661234' },
    problem: { kind: 'declined', decline: { reason: 'refused', advice: 'do-not-retry' } },
    cancelAction: '/cancel',
    backToShopUrl: '/shop',
    languageForm: 'payment-form',
    attachment: { name: 'bill.pdf', url: '/media/bill.pdf' },
    qrCode: { imageUrl: '/qr.svg', address: 'https://pay.example/b/abc' },
    expiresAt: '2026-11-21T10:05:00Z',
  });
  const local = localAddressOf('KW');
  const inKuwait = local ? { local } : {};
  const { languageForm: _, ...withoutForm } = checkout;
  return [
    { name: 'checkout', html: renderCheckout(checkout) },
    {
      name: 'checkout with all that can be asked',
      html: renderCheckout({
        ...checkout,
        editableAmount: {
          value: '5.000',
          most: dinars('12.340'),
          totalsUrl: '/checkout',
          isTotalled: true,
        },
        dropOff: { address: 'Street 5, KW', hasPlace: true, changeUrl: '/delivery' },
        disclaimer: 'All sales are final.',
        terms: { text: 'The rules of the shop', url: '/terms', accepted: false },
        problem: { kind: 'terms-required' },
      }),
    },
    {
      name: 'delivery',
      html: renderDropOff(aDropOff({ ...frame, languageForm: 'drop-off-form', orderNo: 'O-1' })),
    },
    {
      name: 'delivery with faults',
      html: renderDropOff(
        aDropOff({
          ...frame,
          languageForm: 'drop-off-form',
          values: { ...aDropOff().values, country: 'KW', location: 'home' },
          faults: { line1: 'required', city: 'too-long', location: 'unreadable' },
        }),
      ),
    },
    {
      name: 'delivery in Kuwait with faults',
      html: renderDropOff(
        aDropOff({
          ...frame,
          languageForm: 'drop-off-form',
          ...inKuwait,
          hasPlace: true,
          values: { ...aDropOff().values, country: 'KW', state: 'Hawalli', street: '12' },
          faults: { city: 'required', building: 'too-long' },
        }),
      ),
    },
    {
      name: 'checkout with the fields of the network',
      html: renderCheckout({
        ...checkout,
        methods: [aMethodFacts({ frameUrl: 'https://network.example/card' }), ...methods],
      }),
    },
    { name: 'checkout of an invoice', html: renderCheckout({ ...checkout, invoiceUrl: '/bill' }) },
    ...BILL_STATUSES.map((status) => ({
      name: `invoice, ${status}`,
      html: renderInvoice(
        anInvoicePage({ ...frame, bill: aBill({ status }), qrCodeUrl: '/qr.svg' }),
      ),
    })),
    {
      name: 'checkout with a wallet that is chosen',
      html: renderCheckout({
        ...checkout,
        wallet: {
          balance: dinars('5.000'),
          pays: dinars('5.000'),
          rest: dinars('7.340'),
          isChosen: true,
          methods: methods.map((method) => ({ ...method, total: dinars('7.340') })),
        },
        problem: { kind: 'wallet-changed' },
      }),
    },
    {
      name: 'checkout while an earlier page is open',
      html: renderCheckout({ ...checkout, problem: { kind: 'page-open' } }),
    },
    {
      name: 'checkout with saved cards',
      html: renderCheckout({
        ...checkout,
        methods: [
          aMethodFacts({
            code: 'card:tok_1',
            name: 'VISA **** 1881',
            saved: { expiry: '03/27', asksCvv: true, removeUrl: '/remove' },
          }),
          aMethodFacts({
            code: 'card:tok_2',
            name: 'MASTERCARD **** 5100',
            saved: { expiry: '12/31', asksCvv: false },
          }),
          ...methods,
        ],
        saveCard: { checked: false, only: ['card'] },
        selected: 'card:tok_1',
      }),
    },
    {
      name: 'cancel question',
      html: renderCancelQuestion({
        ...frame,
        amount: dinars('12.340'),
        orderNo: 'O-1',
        expiresAt: '2026-11-21T10:05:00Z',
        formAction: '/cancel',
        keepUrl: '/checkout',
        backToShopUrl: '/shop',
      }),
    },
    {
      name: 'card removal',
      html: renderCardRemoval({
        ...frame,
        card: 'VISA **** 1881',
        expiry: '03/27',
        formAction: '/remove',
        keepUrl: '/checkout',
      }),
    },
    { name: 'checkout without methods', html: renderCheckout({ ...withoutForm, methods: [] }) },
    { name: 'waiting', html: renderWaiting(aWait({ ...frame, now: '2026-11-21T10:01:00Z' })) },
    ...OUTCOMES.map((outcome) => ({
      name: `summary, ${Object.values(outcome).join(' ')}`,
      html: renderSummary(
        aSummary({
          ...frame,
          outcome,
          exchange: inDollars().exchange,
          backToMerchantUrl: '/back',
          invoiceUrl: '/bill',
          receiptUrl: '/receipt',
          orderAmount: dinars('20.000'),
          parameters: [{ label: 'RRN', value: '123456789012345678901234' }],
          afterwards: {
            operations: (['refund', 'capture', 'void'] as const).map((kind) => ({
              kind,
              isDone: kind !== 'refund',
              at: '2026-11-21T10:04:00Z',
              referenceNumber: 'R2',
              amount: dinars('1.000'),
            })),
            captured: dinars('1.000'),
            voided: dinars('1.000'),
            net: dinars('12.340'),
          },
          merchantNotified: false,
        }),
      ),
    })),
    ...MESSAGE_KINDS.map((kind) => ({
      name: `message, ${kind}`,
      html: renderMessage({ ...frame, kind, traceId: 't1', retryUrl: '/again' }),
    })),
    {
      name: 'redirecting',
      html: renderRedirecting({ ...frame, url: '/on' }),
    },
  ];
}
