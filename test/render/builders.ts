import type { DropOffFacts } from '../../render/pages/drop-off-facts.ts';
import type {
  Amount,
  BillFacts,
  CheckoutFacts,
  InvoiceFacts,
  MethodFacts,
  PageFrame,
  SummaryFacts,
  WaitingFacts,
} from '../../render/pages/facts.ts';

export function dinars(value: string): Amount {
  return { value, currency: 'KWD' };
}

function dollars(value: string): Amount {
  return { value, currency: 'USD' };
}

/** The dinars of `aCheckout` as a method charges them in dollars, with a fee. */
export function inDollars() {
  return {
    exchange: { from: dinars('12.340'), rate: '3.2616', to: dollars('40.25') },
    fee: dollars('0.60'),
    total: dollars('40.85'),
  };
}

/** Dinars of which a wallet has paid a part, and a card the rest in dollars, with a fee. */
export function besideWallet() {
  return {
    amount: dinars('100.000'),
    exchange: { from: dinars('70.000'), rate: '3.2857', to: dollars('230.00') },
    fee: dollars('0.60'),
    total: dinars('100.000'),
    wallet: { paid: dinars('30.000'), charged: dollars('230.60') },
  };
}

export function aFrame(changes: Partial<PageFrame> = {}): PageFrame {
  return {
    language: 'en',
    languageToggleUrl: '/checkout/s?lang=ar',
    stylesheetUrl: '/static/checkout.css',
    scriptUrl: '/static/checkout.js',
    merchantName: 'Noor',
    isSandbox: false,
    ...changes,
  };
}

export function aMethodFacts(changes: Partial<MethodFacts> = {}): MethodFacts {
  return { code: 'card', name: 'Card', kind: 'card', total: dinars('12.340'), ...changes };
}

export function aCheckout(changes: Partial<CheckoutFacts> = {}): CheckoutFacts {
  return {
    ...aFrame(),
    amount: dinars('12.340'),
    methods: [aMethodFacts()],
    services: [],
    formAction: '/checkout/s/pay/',
    hidden: [{ name: 'form_id', value: 'f1' }],
    order: {},
    expiresAt: '2026-11-22T10:00:00Z',
    now: '2026-11-21T10:00:00Z',
    pageUrl: '/checkout/s?lang=en',
    ...changes,
  };
}

export function aDropOff(changes: Partial<DropOffFacts> = {}): DropOffFacts {
  return {
    ...aFrame(),
    amount: dinars('12.340'),
    formAction: '/checkout/s/delivery/',
    cancelAction: '/checkout/s/cancel/',
    asksAddress: true,
    asksPlace: true,
    values: {
      line1: '',
      line2: '',
      city: '',
      state: '',
      country: '',
      postal_code: '',
      location: '',
      block: '',
      street: '',
      building: '',
      here: '',
    },
    refitAction: '/checkout/s/delivery/kept/',
    hasPlace: false,
    faults: {},
    countries: [
      { code: 'BH', name: 'Bahrain' },
      { code: 'KW', name: 'Kuwait' },
    ],
    ...changes,
  };
}

export function aWait(changes: Partial<WaitingFacts> = {}): WaitingFacts {
  return {
    ...aFrame(),
    amount: dinars('12.340'),
    refreshUrl: '/b/gw/return/R1/',
    refreshSeconds: 3,
    startedAt: '2026-11-21T10:00:00Z',
    now: '2026-11-21T10:00:05Z',
    ...changes,
  };
}

/** A bill with everything that a bill can have, in both scripts. */
export function aBill(changes: Partial<BillFacts> = {}): BillFacts {
  return {
    number: 'INV-2026/17',
    status: 'sent',
    createdAt: '2026-02-14T09:00:00Z',
    dueDate: '2026-12-29',
    customerName: 'سارة O’Neil',
    currency: 'KWD',
    rows: [
      {
        description: 'Saffron',
        sku: 'SKU-1',
        quantity: '10',
        unitPrice: '100.000',
        tax: { amount: '10.000', rate: '1.00' },
        total: '1010.000',
      },
      {
        description: 'زعفران (علبة 2 كغ)',
        sku: 'SKU-2',
        quantity: '20',
        unitPrice: '200.050',
        discount: { amount: '1.000' },
        tax: { amount: '80.000', rate: '2.00' },
        total: '4080.000',
      },
    ],
    subtotal: '5090.000',
    discount: { amount: '2.000' },
    tax: { amount: '152.640', rate: '3.00' },
    shipping: { amount: '1.575', rate: '5.00' },
    shippingMethod: 'Courier',
    total: '5242.215',
    billTo: ['Pearl Trading', '12 Gulf Road', 'Kuwait', '+965 2222 3333'],
    shipTo: ['سارة', 'شارع الخليج 12', 'الكويت'],
    seller: ['Pearl Shop', 'Block 4, Street 12', 'Tax number: \u2066300000000000003\u2069'],
    memo: 'Goods stay ours until they are paid.',
    ...changes,
  };
}

export function anInvoicePage(changes: Partial<InvoiceFacts> = {}): InvoiceFacts {
  return { ...aFrame(), bill: aBill(), pdfUrl: '/pdf', payUrl: '/pay', ...changes };
}

export function aSummary(changes: Partial<SummaryFacts> = {}): SummaryFacts {
  return {
    ...aFrame(),
    outcome: { kind: 'paid' },
    amount: dinars('12.340'),
    total: dinars('12.340'),
    ...changes,
  };
}
