import type { Agreement } from '../agreement/agreement.ts';
import type { Autopay, Cycle } from '../agreement/autopay.ts';
import { fieldSentence } from '../field-sentence.ts';
import type { Task } from './task.ts';

/** What says of an agreement what there is to do about it. */
export interface TaskAgreement extends Pick<Agreement, 'uuid' | 'endedAt'> {
  readonly terms: Pick<Agreement['terms'], 'id'>;
  /** Of its history at least the cycles that were missed, and those that failed. */
  readonly autopay: Pick<Autopay, 'amount' | 'endedAs'> & {
    readonly history: readonly Pick<Cycle, 'name' | 'state' | 'settledAt'>[];
  };
}

/** When a cycle of it was missed last, or its charging was given up for its card; undefined where neither was so. */
export function leftUnpaidAt({
  autopay,
}: {
  readonly autopay?: TaskAgreement['autopay'] | undefined;
}): number | undefined {
  const times = (autopay?.history ?? [])
    .filter(({ state }) => state === 'missed' || state === 'failed')
    .flatMap(({ settledAt }) => settledAt ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

/**
 * Cycles that nobody has charged, because the engine was away or paused for too long, each by itself; and that nothing more is charged
 * because the card was declined. Nothing charges them later: a person agrees with the customer, and says so.
 */
export function agreementTasks(agreement: TaskAgreement): readonly Task[] {
  const { uuid, terms, endedAt, autopay } = agreement;
  const { history, endedAs, amount } = autopay;
  const task = (name: string, since: number, detail: string): Task => ({
    id: `agreement:${uuid}:${name}`,
    kind: 'agreement',
    severity: 'medium',
    since,
    subject: { type: 'agreement', id: uuid },
    amount,
    detail,
  });
  const missed = history
    .filter(({ state }) => state === 'missed')
    .map(({ name, settledAt = 0 }) =>
      task(name, settledAt, fieldSentence('cycle-missed', { agreement: terms.id, cycle: name })),
    );
  if (endedAs !== 'declined') return missed;
  const failed = history.findLast(({ state }) => state === 'failed');
  return [
    ...missed,
    task(
      'declined',
      failed?.settledAt ?? endedAt ?? 0,
      fieldSentence('agreement-declined', { agreement: terms.id }),
    ),
  ];
}
