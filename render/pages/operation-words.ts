import { words } from '../locales/words.ts';
import type { OperationFacts } from './facts.ts';
import type { Language } from '../../domain/language.ts';

/** What an operation was, in words: "Refund", "Refund to the wallet"; with how it stands where it is not done yet. */
export function operationWords(
  { kind, toWallet, isDone }: Pick<OperationFacts, 'kind' | 'toWallet' | 'isDone'>,
  language: Language,
): string {
  const { operations, toTheWallet, underWay } = words(language).receipt;
  const name = toWallet ? toTheWallet : operations[kind];
  return isDone ? name : `${name} (${underWay})`;
}
