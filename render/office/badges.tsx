import type { JSX } from 'preact';
import type { OperationState } from '../../domain/operation/operation.ts';
import type { TransactionState } from '../../domain/transaction/states.ts';
import type { Language } from '../../domain/language.ts';
import { officeWords } from '../locales/office-words.ts';
import { Icon } from '../pages/icon.tsx';
import type { AlertKind } from '../../domain/transaction/transaction.ts';

export type BadgeTone = 'good' | 'bad' | 'warn' | 'calm' | 'still';

/** How something stands, in a word: its colour is never alone. */
export function Badge({ tone, children }: { tone: BadgeTone; children: string }): JSX.Element {
  return <span class={`tag tag-${tone}`}>{children}</span>;
}

interface StateProps {
  readonly language: Language;
  readonly state: TransactionState;
  /** All that was paid has gone back. */
  readonly isRefundedWhole?: boolean | undefined;
}

/** How a payment stands, for people. */
export function StateBadge({ language, state, isRefundedWhole }: StateProps): JSX.Element {
  const { states, payments } = officeWords(language);
  return isRefundedWhole === true ? (
    <Badge tone="still">{payments.refundedAll}</Badge>
  ) : (
    <Badge tone={STATE_TONES[state]}>{states[state]}</Badge>
  );
}

/** What somebody has to look at. */
export function AlertBadge({
  language,
  kind,
  isHandled,
}: {
  readonly language: Language;
  readonly kind: AlertKind;
  /** It needs nobody any more. */
  readonly isHandled?: boolean;
}): JSX.Element {
  const { alerts, payments } = officeWords(language);
  return isHandled === true ? (
    <Badge tone="still">{payments.handled.replace('{alert}', alerts[kind])}</Badge>
  ) : (
    <span class="tag tag-bad">
      <Icon name="warning" />
      {alerts[kind]}
    </span>
  );
}

/** That no real money is in it. */
export function TestBadge({ language }: { readonly language: Language }): JSX.Element {
  const { test, testHint } = officeWords(language).frame;
  return (
    <span class="tag tag-test" title={testHint}>
      <Icon name="flask" />
      {test}
    </span>
  );
}

export const OPERATION_TONES: Readonly<Record<OperationState, BadgeTone>> = {
  awaiting: 'warn',
  promised: 'warn',
  queued: 'warn',
  unclear: 'warn',
  done: 'good',
  rejected: 'bad',
  failed: 'bad',
  dropped: 'still',
};

const STATE_TONES: Readonly<Record<TransactionState, BadgeTone>> = {
  created: 'still',
  pending: 'warn',
  attempted: 'warn',
  authorized: 'calm',
  paid: 'good',
  failed: 'bad',
  canceled: 'still',
  expired: 'still',
  invalided: 'still',
  cod: 'calm',
};
