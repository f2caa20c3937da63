import { setTimeout as wait } from 'node:timers/promises';
import type { Complaint } from './observations.ts';

/** What a person or a merchant's program has read of an answer. */
export interface DrillAnswer {
  readonly status: number;
  readonly location: string;
  readonly text: string;
}

/** Where answers are looked for again and again, and where it is written down when they are wrong. */
export interface DrillPatience {
  /** True when nobody needs to be patient any longer: what is not answered by then is a complaint. */
  readonly isOver: () => boolean;
  readonly complaints: Complaint[];
  /** Counts what was asked again because the answer was cut off or the engine was not there. */
  repeats: number;
}

export interface DrillQuestion {
  readonly orderNo: string;
  readonly what: string;
  /** What the answer may be; anything else is a complaint. */
  readonly expected: readonly number[];
  readonly ask: (signal: AbortSignal) => Promise<Response>;
}

/** Longer than the API itself waits for anything. */
const ONE_ANSWER_MS = 35_000;
const AGAIN_AFTER_MS = 400;
/** Too many at once, a first request still under way, not there at the moment: all say "again". */
const AGAIN: ReadonlySet<number> = new Set([409, 429, 503]);

/**
 * Asks until there is an answer, as merchants' programs and people do: again when the connection breaks, and again when
 * the answer says so. Anything unexpected is complained of, and asked again. Undefined when the patience is over.
 */
export async function untilAnswered(
  patience: DrillPatience,
  { orderNo, what, expected, ask }: DrillQuestion,
): Promise<DrillAnswer | undefined> {
  let last = 'nothing';
  while (!patience.isOver()) {
    const answer = await once(ask);
    if (typeof answer === 'string') last = answer;
    else if (expected.includes(answer.status)) return answer;
    else {
      last = `${answer.status} ${answer.text.slice(0, 300)}`;
      if (!AGAIN.has(answer.status))
        patience.complaints.push({ orderNo, what: `${what}: ${last}` });
    }
    patience.repeats += 1;
    await wait(AGAIN_AFTER_MS);
  }
  patience.complaints.push({ orderNo, what: `${what}: no answer until the end, at last ${last}` });
  return undefined;
}

/** One try: the answer, or why there was none. */
async function once(ask: DrillQuestion['ask']): Promise<DrillAnswer | string> {
  try {
    const response = await ask(AbortSignal.timeout(ONE_ANSWER_MS));
    const text = await response.text();
    return { status: response.status, location: response.headers.get('location') ?? '', text };
  } catch (error) {
    return String(error);
  }
}
