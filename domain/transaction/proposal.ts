import type { GatewayAccount, GatewayTraits } from '../account.ts';
import type { AgreementTerms } from '../agreement/agreement.ts';
import type { AgreementProposal } from '../agreement/check.ts';
import type { PgCode } from '../ids.ts';
import type { Initiator } from '../initiator.ts';
import type { Merchant } from '../merchant.ts';
import type { PaymentRoute } from '../routing/route.ts';
import type { Unit } from '../unit.ts';
import type { PaymentType, TransactionType } from './type.ts';

/** What a request says that means something beyond its shape. Every part may be missing or already at fault. */
export interface Proposal {
  readonly type?: TransactionType;
  /** `one_off` when left out. */
  readonly paymentType?: PaymentType;
  readonly agreement?: AgreementProposal;
  readonly amount?: string;
  readonly currencyCode?: string;
  readonly pgCodes?: readonly string[];
  readonly customerId?: string;
  readonly customerEmail?: string;
  readonly customerPhone?: string;
  readonly customerPhone2?: string;
  readonly customerBirthdate?: string;
  readonly notifications?: {
    readonly email?: readonly string[];
    readonly sms?: readonly string[];
    readonly whatsapp?: readonly string[];
  };
  readonly initiatorId?: number;
  readonly unitCode?: string;
  readonly orderNo?: string;
  readonly webhookUrl?: string;
  readonly captureDeliveryAddress?: boolean;
  readonly captureDeliveryLocation?: boolean;
}

/** By what it is checked. */
export interface CheckContext {
  readonly merchant: Merchant;
  /** The merchant's accounts, by code. */
  readonly accounts: readonly GatewayAccount[];
  /** Its routes; none where none are asked for. */
  readonly routes?: readonly PaymentRoute[];
  /** What the connector of a gateway can do, by its slug. */
  readonly traitsOf: (gateway: string) => GatewayTraits;
  readonly now: number;
  /** What was agreed on when the customer first paid by the agreement that the proposal names: its name is enough then. */
  readonly agreed?: AgreementTerms;
  /** Why accounts cannot take what the engine charges by it, by code (`untakenBy`). */
  readonly untaken?: ReadonlyMap<PgCode, string>;
  /** The unit that the proposal names, if there is one. */
  readonly unit?: Unit;
  /** Whether whoever asks may use, and so be told of, what has this code; left out: nobody is told of anything. */
  readonly mayUse?: (code: PgCode) => boolean;
  /** The active user whom the proposal names as its initiator, if there is one. */
  readonly initiator?: Initiator;
}
