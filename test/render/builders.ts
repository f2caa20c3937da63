import type {
  Amount,
  CheckoutFacts,
  MethodFacts,
  PageFrame,
  SummaryFacts,
  WaitingFacts,
} from '../../render/pages/facts.ts';

export function kwd(value: string): Amount {
  return { value, currency: 'KWD' };
}

export function aFrame(changes: Partial<PageFrame> = {}): PageFrame {
  return {
    language: 'en',
    languageToggleUrl: '/checkout/s?lang=ar',
    stylesheetUrl: '/static/checkout.css',
    merchantName: 'Noor',
    isSandbox: false,
    ...changes,
  };
}

export function aMethod(changes: Partial<MethodFacts> = {}): MethodFacts {
  return { code: 'card', name: 'Card', kind: 'card', total: kwd('12.340'), ...changes };
}

export function aCheckout(changes: Partial<CheckoutFacts> = {}): CheckoutFacts {
  return {
    ...aFrame(),
    amount: kwd('12.340'),
    methods: [aMethod()],
    formAction: '/checkout/s/pay/',
    hidden: [{ name: 'form_id', value: 'f1' }],
    order: {},
    expiresAt: '2026-11-22T10:00:00Z',
    now: '2026-11-21T10:00:00Z',
    ...changes,
  };
}

export function aWait(changes: Partial<WaitingFacts> = {}): WaitingFacts {
  return {
    ...aFrame(),
    amount: kwd('12.340'),
    refreshUrl: '/b/gw/return/R1/',
    refreshSeconds: 3,
    startedAt: '2026-11-21T10:00:00Z',
    now: '2026-11-21T10:00:05Z',
    ...changes,
  };
}

export function aSummary(changes: Partial<SummaryFacts> = {}): SummaryFacts {
  return {
    ...aFrame(),
    outcome: { kind: 'paid' },
    amount: kwd('12.340'),
    total: kwd('12.340'),
    ...changes,
  };
}
