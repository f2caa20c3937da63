import type { AnswerMode } from '../answer-mode.ts';

export type Language = 'en' | 'ar';

/** All that the shop says. A language that lacks a word does not compile. */
export interface Words {
  readonly shopName: string;
  readonly tagline: string;
  readonly otherLanguage: string;
  readonly nav: { readonly shop: string; readonly webhooks: string; readonly settings: string };
  readonly footer: string;
  readonly buy: string;
  readonly payHere: string;
  readonly payTitle: string;
  readonly payScript: string;
  readonly advanced: string;
  readonly fields: {
    readonly type: string;
    readonly language: string;
    readonly methods: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
  };
  readonly types: { readonly e_commerce: string; readonly payment_request: string };
  readonly languages: Readonly<Record<Language, string>>;
  readonly holdOnly: string;
  readonly oneAttempt: string;
  readonly order: string;
  readonly orderNo: string;
  readonly item: string;
  readonly price: string;
  readonly sessionId: string;
  readonly engineState: string;
  readonly unreadable: string;
  readonly noPayment: string;
  readonly standing: Readonly<Record<Standing, { readonly title: string; readonly text: string }>>;
  readonly payNow: string;
  readonly refresh: string;
  readonly workflow: string;
  readonly backToShop: string;
  readonly webhooksTitle: string;
  readonly webhooksText: string;
  readonly noWebhooks: string;
  readonly verified: string;
  readonly forged: string;
  readonly times: (times: number) => string;
  readonly answered: (status: number) => string;
  readonly headers: string;
  readonly payload: string;
  readonly settingsTitle: string;
  readonly settingsText: string;
  readonly answers: Readonly<Record<AnswerMode, string>>;
  readonly save: string;
  readonly refused: string;
  readonly refusedText: string;
  readonly unreachable: string;
  readonly notFound: string;
  readonly notFoundText: string;
  readonly failed: string;
  readonly failedText: string;
  readonly badRequest: string;
  readonly badRequestText: string;
}

export type Standing = 'paid' | 'authorized' | 'part' | 'cod' | 'unpaid' | 'waiting';
