import type { CountryCode } from './countries.ts';
import type { MerchantId } from './ids.ts';
import type { Language } from './language.ts';
import type { ApprovalPolicy } from './operation/policy.ts';
import type { PluginsOfMerchant } from './plugins.ts';
import type { SecondFactorRule } from './second-factor-rule.ts';
import type { Colour } from './theme.ts';
import type { WalletPolicy } from './wallet/policy.ts';

/** Below the 30 seconds that Temporal gives the activity that calls, so that the call is written down. */
export const MOST_TIMEOUT_SECONDS = 25;

export interface WebhookSettings {
  readonly enabled: boolean;
  readonly scheme: 'standard' | 'subscription';
  readonly pgParamsFormat: 'labelled' | 'flat';
  /** How long one call may take, in seconds, `MOST_TIMEOUT_SECONDS` at most. */
  readonly timeoutSeconds: number;
  readonly userAgent: string;
  /** Whether somebody is told of webhooks that fail; true unless it says otherwise. */
  readonly notifyOnFailure?: boolean;
  /** Who is told then; of what is given up for good nobody else. See `failureReceivers` for who is told when nobody is named. */
  readonly emails?: readonly string[];
  /** Where refunds, captures and voids are told, beside the plugin's own address. */
  readonly operationsUrl?: string;
  /**
   * Whether that includes those which a program of the merchant asked for itself and nobody had to approve; true
   * unless it says otherwise (contract/webhooks#operations).
   */
  readonly notifyApiOperations?: boolean;
  /** Whether charges that the merchant's programs make without the customer are told; true unless it says otherwise. */
  readonly mitWebhooks?: boolean;
}

/** What the law wants to read of a seller on an invoice (contract/invoices#the-paper). */
export interface LegalDetails {
  /** Line by line, as it shall stand there. */
  readonly address?: readonly string[];
  /** The number under which it pays taxes. */
  readonly taxNumber?: string;
  /** That of its entry in the register of companies. */
  readonly registrationNumber?: string;
  /** Below the sums of each invoice, such as terms of payment. */
  readonly memo?: string;
}

/** A merchant's settings. Secrets are not among them: the store hands those out one by one. */
export interface Merchant {
  readonly id: MerchantId;
  readonly name: string;
  readonly nameAr?: string;
  readonly supportEmail?: string;
  /** In which mails to its people are written; English when left out. */
  readonly staffLanguage?: Language;
  /** E.164. */
  readonly supportPhone?: string;
  /** The file name of its picture (`domain/logo.ts`). */
  readonly logo?: string;
  /** A small picture of the same kind, for the tabs of browsers; the logo stands for it where there is none. */
  readonly favicon?: string;
  /** The colour of buttons, links and headings on pages, in mails and on papers, as it was named (`domain/theme.ts`). */
  readonly accent?: Colour;
  /** ISO 3166-1: where its deliveries go unless somebody says otherwise. */
  readonly country?: CountryCode;
  readonly legal?: LegalDetails;
  /** Starts every reference number of this merchant. */
  readonly referencePrefix: string;
  /** The active currencies; empty means every currency of ISO 4217. */
  readonly currencies: readonly string[];
  readonly plugins: PluginsOfMerchant;
  readonly expiresByTimer: boolean;
  /** Nothing is created and nothing can be paid until it is taken back (contract/access#paused). */
  readonly paused?: boolean;
  readonly webhooks: WebhookSettings;
  /** Which refunds and voids a second person must agree to; none where nothing was decided. */
  readonly operationsApproval?: ApprovalPolicy;
  /** What is done when a customer pays twice: their second payment goes back by itself, or a person decides; the latter when left out. */
  readonly secondSuccess?: 'refund' | 'alert';
  /** Agreements are held to a fixed amount and to the days between cycles; they are not unless it says so. */
  readonly strictAgreements?: boolean;
  /** Of whom of its people a second factor is asked; of nobody when left out. */
  readonly secondFactor?: SecondFactorRule;
  /** Where its day begins and ends, for reports: of the IANA list; UTC when left out. */
  readonly timeZone?: string;
  /** What wallets of its customers may hold; no limits when left out. */
  readonly walletPolicy?: WalletPolicy;
}
