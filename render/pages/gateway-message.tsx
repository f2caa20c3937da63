import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import { Fill } from './fill.tsx';
import type { Language } from '../../domain/language.ts';

interface GatewayMessageProps {
  readonly language: Language;
  readonly message: string | undefined;
}

/** The gateway's words, marked as such; they may be in another language than the page. */
export function GatewayMessage({ language, message }: GatewayMessageProps): JSX.Element | null {
  if (message === undefined || message.trim() === '') return null;
  const { gatewaySays } = words(language).common;
  return (
    <p>
      <Fill text={gatewaySays} with={{ message: <bdi>{message}</bdi> }} />
    </p>
  );
}
