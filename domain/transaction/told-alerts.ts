import type { Alert } from './transaction.ts';

/** Alerts about money that people get a mail of by the payment itself. Of approvals in an emergency, and of disputes, others tell. */
const TOLD_ALERTS = [
  'second-success',
  'late-money',
  'amount-mismatch',
  'manual-action-required',
  'reference-mismatch',
] as const satisfies readonly Alert['kind'][];

export interface ToldAlert {
  readonly kind: (typeof TOLD_ALERTS)[number];
}

export function isTold<One extends Pick<Alert, 'kind'>>(alert: One): alert is One & ToldAlert {
  return TOLD_ALERTS.some((kind) => kind === alert.kind);
}
