import type { Language, MessageKind, Outcome, PageFrame } from '../../render/pages/facts.ts';
import { renderCheckout } from '../../render/pages/checkout.tsx';
import { renderMessage } from '../../render/pages/message.tsx';
import { renderRedirecting } from '../../render/pages/redirecting.tsx';
import { renderSummary } from '../../render/pages/summary.tsx';
import { renderWaiting } from '../../render/pages/waiting.tsx';
import { aCheckout, aFrame, aMethod, aSummary, aWait, kwd } from './builders.ts';

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
  { kind: 'cod' },
  { kind: 'failed' },
  { kind: 'canceled' },
  { kind: 'expired' },
  { kind: 'pending', refreshUrl: '/result' },
  { kind: 'attempted', result: 'failed' },
  { kind: 'attempted', result: 'canceled' },
];

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
    aMethod({ description: 'All cards', iconUrl: '/static/methods/card.svg' }),
    aMethod({ code: 'cash', kind: 'cash', fee: kwd('0.250'), total: kwd('12.590') }),
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
    problem: { kind: 'declined', message: 'Do not honour' },
    cancelAction: '/cancel',
    expiresAt: '2026-11-21T10:05:00Z',
  });
  return [
    { name: 'checkout', html: renderCheckout(checkout) },
    { name: 'checkout without methods', html: renderCheckout({ ...checkout, methods: [] }) },
    { name: 'waiting', html: renderWaiting(aWait({ ...frame, now: '2026-11-21T10:01:00Z' })) },
    ...OUTCOMES.map((outcome) => ({
      name: `summary, ${Object.values(outcome).join(' ')}`,
      html: renderSummary(
        aSummary({ ...frame, outcome, backToMerchantUrl: '/back', merchantNotified: false }),
      ),
    })),
    ...MESSAGE_KINDS.map((kind) => ({
      name: `message, ${kind}`,
      html: renderMessage({ ...frame, kind, traceId: 't1', retryUrl: '/again' }),
    })),
    {
      name: 'redirecting',
      html: renderRedirecting({ ...frame, url: '/on', destination: 'gateway' }),
    },
  ];
}
