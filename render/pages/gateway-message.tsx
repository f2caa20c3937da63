import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import { isInLanguage } from '../in-language.ts';
import type { GatewayWord } from './facts.ts';
import { Fill } from './fill.tsx';
import type { Language } from '../../domain/language.ts';

interface GatewayMessageProps {
  readonly language: Language;
  readonly word: GatewayWord;
}

/** Why it failed: in our words where the gateway's code says why, else in the gateway's, where they are of this language. */
export function GatewayMessage({ language, word }: GatewayMessageProps): JSX.Element | null {
  const { decline, message = '' } = word;
  const { common, declines } = words(language);
  if (decline?.reason !== undefined) return <p>{declines.reasons[decline.reason]}</p>;
  if (message.trim() === '' || !isInLanguage(message, language)) return null;
  return (
    <p>
      <Fill text={common.gatewaySays} with={{ message: <bdi>{message}</bdi> }} />
    </p>
  );
}
