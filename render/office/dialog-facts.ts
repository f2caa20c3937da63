import type { StepUpBy } from '../../domain/single-sign-on.ts';
import type { TransactionState } from '../../domain/transaction/states.ts';
import type { Amount } from '../pages/facts.ts';
import type { CostFacts } from './cost.tsx';
import type { Deed } from './deed.ts';
import type { FormFacts } from './form.tsx';
import type { PaymentAction } from './payment-facts.ts';
import type { StepUpAsked } from './step-up.tsx';
import type { OfficeFrame } from './frame-facts.ts';

/** A saved card to choose. */
export interface DialogCard {
  readonly token: string;
  /** As statements have it. */
  readonly card: string;
  /** The last month in which it is good: "05/2029". */
  readonly month: string;
  readonly methodName: string;
  /** What would be charged; left out where the API does not say that of its account, which is one of a route. */
  readonly cost?: CostFacts;
}

/** A question before something is done to a payment. */
export interface DialogFacts extends OfficeFrame {
  readonly action: PaymentAction;
  /** What it does to this payment; of what was asked for without an answer, what it was to do then. */
  readonly deed: Deed;
  readonly paymentUrl: string;
  readonly orderNo?: string;
  readonly sessionId: string;
  readonly state: TransactionState;
  readonly isRefundedWhole: boolean;
  readonly payment: Amount;
  readonly isSandbox: boolean;
  /** All that is left, as the API says. */
  readonly left?: Amount;
  /** The most that can be asked for, where the network moves no smaller part of what is left. */
  readonly most?: Amount;
  readonly methodName?: string;
  readonly needsApproval: boolean;
  /** From which sum on, where less needs nobody. */
  readonly approvalFrom?: Amount;
  /** The API takes a reason. */
  readonly takesReason: boolean;
  /** And does nothing without one. */
  readonly needsReason?: boolean;
  readonly form: FormFacts;
  /** With which the field of the amount begins: the most. */
  readonly amount?: string;
  /** By which of its methods cash can be taken, where there are several. */
  readonly cashMethods?: readonly {
    readonly code: string;
    readonly name: string;
    readonly cost?: CostFacts;
  }[];
  /** The saved cards of its customer that can be charged. */
  readonly cards?: readonly DialogCard[];
  /** What is charged, or was taken in cash, where that is the same whatever is chosen. */
  readonly cost?: CostFacts;
  /** By which agreement they are; left out where the customer has to be asked. */
  readonly agreementId?: string;
  /** By which a message can be sent. */
  readonly channels: readonly string[];
  /** And by which it is sent unless somebody says otherwise. */
  readonly picked?: readonly string[];
  /** It can go to another address than the customer's own. */
  readonly takesAddress?: boolean;
  readonly faults: Readonly<Record<string, readonly string[]>>;
  /** The faults are in words of the page: the API was not asked. */
  readonly isOurs?: true;
  /** Why nothing was done by the last press, where it is of no field. */
  readonly refusal?: string;
  /** By which the API knows it. */
  readonly refusalCode?: string;
  /** By which ways a message was not sent; and whether it was to go by others, too. */
  readonly notSent?: { readonly channels: readonly string[]; readonly isOfSome: boolean };
  /** The payment has changed since it was asked: the press would have done something else, and has done nothing. */
  readonly isOtherDeed?: true;
  /** It cannot be done now: there is no form. */
  readonly isBarred?: boolean;
  /** Whether it was done nobody knows: the form asks again under the same number. */
  readonly isUnknown?: boolean;
  /** Which message was named then. */
  readonly event?: string;
  /** They show once more who they are, with the same form; of no use is what was shown wrongly. */
  readonly stepUp?: StepUpAsked;
  /** They will have to, at least for the most: the field stands in the form before they are asked. */
  readonly stepUpAhead?: StepUpBy;
  /** From which sum on, where they do not have to for less. */
  readonly stepUpFrom?: Amount;
}
