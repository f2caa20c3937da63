import { unreachable } from '../../domain/unreachable.ts';
import type { Glyph } from '../icons.ts';
import type { Words } from '../locales/en.ts';
import type { Outcome, OperationFacts } from './facts.ts';
import type { Tone } from './status-head.tsx';
import { words } from '../locales/words.ts';
import type { Language } from '../../domain/language.ts';

interface Look {
  readonly glyph: Glyph;
  readonly tone: Tone;
}

/** The words of an outcome. */
export function outcomeWords(outcome: Outcome, { summary }: Words): Words['summary']['paid'] {
  return summary[outcome.kind];
}

/** The sign of an outcome and its colour. */
export function outcomeLook({ kind }: Outcome): Look {
  switch (kind) {
    case 'paid':
    case 'authorized':
    case 'partly-collected':
    case 'collected':
      return { glyph: 'check', tone: 'good' };
    case 'partly-refunded':
    case 'refunded':
    case 'released':
      return { glyph: 'check', tone: 'calm' };
    case 'cod':
      return { glyph: 'cash', tone: 'good' };
    case 'failed':
    case 'canceled':
      return { glyph: 'cross', tone: 'bad' };
    case 'expired':
      return { glyph: 'clock', tone: 'warn' };
    case 'pending':
      return { glyph: 'clock', tone: 'calm' };
    default:
      return unreachable(kind);
  }
}

/** What an operation was, in words: "Refund", "Refund to the wallet"; with how it stands where it is not done yet. */
export function operationWords(
  { kind, toWallet, isDone }: Pick<OperationFacts, 'kind' | 'toWallet' | 'isDone'>,
  language: Language,
): string {
  const { operations, toTheWallet, underWay } = words(language).receipt;
  const name = toWallet ? toTheWallet : operations[kind];
  return isDone ? name : `${name} (${underWay})`;
}
