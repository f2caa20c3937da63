import type { Plan } from './outcomes.ts';
import type { ThreeDs, MaskedCard } from './cards.ts';

/** One try to pay, by one customer with one card. It moves once to a final state and stays there. */
export interface Payment {
  readonly id: string;
  readonly account: string;
  readonly merchantReference: string;
  readonly amount: string;
  readonly currency: string;
  /** True takes the money at once (CAPTURED), false only holds it (AUTHORIZED). */
  readonly capture: boolean;
  /** On success the card is kept for later charges, under a token. */
  readonly saveCard?: true;
  readonly returnUrl: string;
  readonly notifyUrl: string;
  readonly language: Language;
  readonly description?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly state: PaymentState;
}

export type Language = 'en' | 'ar';

export type PaymentState =
  | OpenState
  | PendingState
  | {
      readonly status: 'CAPTURED' | 'AUTHORIZED';
      readonly card: MaskedCard;
      readonly threeDs: ThreeDs;
      readonly authCode: string;
      readonly rrn: string;
      readonly token?: string;
    }
  | {
      readonly status: 'DECLINED';
      readonly code: DeclineCode;
      readonly message: string;
      readonly advice?: Advice;
      readonly card: MaskedCard;
      readonly threeDs: ThreeDs;
    }
  | {
      readonly status: 'ERROR';
      readonly code: 'processing_error';
      readonly message: string;
      readonly card: MaskedCard;
      readonly threeDs: ThreeDs;
    }
  | {
      readonly status: 'CANCELED';
      readonly code: 'customer_canceled' | 'merchant_closed';
      readonly message: string;
      /** Left out where no card was read. */
      readonly threeDs?: ThreeDs;
    };

export type FinalState = Exclude<PaymentState, OpenState | PendingState>;

/** What has a page of its own in place of the form. */
export type ShownState = FinalState | PendingState;

/** The customer has done all; the network will say later what comes of it. */
export interface PendingState {
  readonly status: 'PENDING';
  readonly card: MaskedCard;
  readonly plan: Plan;
}

export interface OpenState {
  readonly status: 'OPEN';
  readonly challenge?: Challenge;
  /** A saved card waits for its security code; what comes of it afterwards is already decided. */
  readonly saved?: SavedCard;
}

/** A saved card as it will be charged. */
export interface SavedCard {
  readonly card: MaskedCard;
  readonly plan: Plan;
}

/** The issuer waits for a one-time code; what it will say afterwards is already decided. */
export interface Challenge {
  readonly card: MaskedCard;
  readonly plan: Plan;
  readonly wrongCodes: number;
}

export type DeclineCode =
  | 'issuer_decline'
  | 'insufficient_funds'
  | 'expired_card'
  | 'stolen_card'
  | 'unknown_card'
  | '3ds_failed';

/** What a merchant shall do with a declined card: try it again later, ask for another one, or never try it again. */
export type Advice = 'retry_later' | 'new_card' | 'never_retry';

/** The saved card whose security code an open payment waits for, if it does. */
export function savedCardOf(payment: Payment): SavedCard | undefined {
  return payment.state.status === 'OPEN' ? payment.state.saved : undefined;
}

/** The challenge that an open payment waits for, if it does. */
export function challengeOf(payment: Payment): Challenge | undefined {
  return payment.state.status === 'OPEN' ? payment.state.challenge : undefined;
}
