import {
  cycleOf,
  isCycleSettled,
  withCycle,
  type Cycle,
  type CycleNews,
  type Try,
} from './autopay.ts';
import type { SessionId } from '../ids.ts';
import type { Running } from './look.ts';

/* What a cycle keeps of its tries. */

/** The agreement when a try has begun; one that is known stays what it is, and so does a period that is over. */
export function withTry(agreement: Running, period: string, begun: Omit<Try, 'result'>): Running {
  return changed(agreement, period, (cycle) =>
    isCycleSettled(cycle) || cycle.tries.some(({ sessionId }) => sessionId === begun.sessionId)
      ? cycle
      : { ...cycle, state: 'trying', tries: [...cycle.tries, begun] },
  );
}

/** The agreement when the network has decided a try; the first word counts. */
export function withResult(
  agreement: Running,
  period: string,
  { sessionId, ...word }: Required<Pick<Try, 'sessionId' | 'result'>> & Pick<Try, 'notBefore'>,
): Running {
  return changed(agreement, period, (cycle) => ({
    ...cycle,
    tries: cycle.tries.map((one) =>
      one.sessionId === sessionId && one.result === undefined ? { ...one, ...word } : one,
    ),
  }));
}

/** The agreement when a try that never had a payment is given up: nothing has happened. */
export function withoutTry(agreement: Running, period: string, sessionId: SessionId): Running {
  return changed(agreement, period, (cycle) => ({
    ...cycle,
    tries: cycle.tries.filter((one) => one.sessionId !== sessionId),
  }));
}

/** The agreement when the payment of a try that had failed is paid after all, by whomever. */
export function withPaid(agreement: Running, period: string, sessionId: SessionId): Running {
  return changed(agreement, period, (cycle) => ({
    ...cycle,
    tries: cycle.tries.map((one) =>
      one.sessionId === sessionId ? { ...one, result: 'paid' } : one,
    ),
  }));
}

/** The agreement when the customer was told. */
export function withNews(agreement: Running, period: string, news: CycleNews): Running {
  return changed(agreement, period, (cycle) => ({ ...cycle, told: [...cycle.told, news] }));
}

function changed(agreement: Running, period: string, change: (cycle: Cycle) => Cycle): Running {
  const { autopay } = agreement;
  const cycle = cycleOf(autopay, period);
  return cycle ? { ...agreement, autopay: withCycle(autopay, change(cycle)) } : agreement;
}
