import { createContext, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import { readFieldSentences, type ReadSentence } from '../../domain/field-sentence.ts';
import type { Language } from '../../domain/language.ts';
import { fieldFaultsAr } from '../locales/field-faults.ts';
import { Fill } from '../pages/fill.tsx';

/** The language of the page around a sentence: what says one stands deep in forms and lists, which need not know. */
export const PageLanguage = createContext<Language>('en');

/**
 * A sentence of the API, which speaks English whatever the page does: in the language of the page where it has a code, else marked, so that
 * it is read aloud as English, after the `word` that the page has for it. With `isOurs` it may be a sentence of the page instead.
 */
export function ApiSentence({
  children,
  isOurs = false,
  word,
}: {
  readonly children: string;
  readonly isOurs?: boolean | undefined;
  readonly word?: string | undefined;
}): JSX.Element {
  const language = useContext(PageLanguage);
  const read = language === 'ar' ? readFieldSentences(children) : undefined;
  if (!read)
    return (
      <>
        {word !== undefined && `${word} `}
        <bdi lang={isOurs ? undefined : 'en'}>{children}</bdi>
      </>
    );
  return (
    <bdi>
      {read.map((one, nth) => (
        <>
          {nth > 0 && ' '}
          <InArabic {...one} />
        </>
      ))}
    </bdi>
  );
}

function InArabic({ code, values, of }: ReadSentence): JSX.Element {
  const filled = Object.entries(values).map(([name, value]) => [
    name,
    name === 'why' ? <ApiSentence>{value}</ApiSentence> : <bdi>{value}</bdi>,
  ]);
  return (
    <>
      {of !== undefined && (
        <>
          <bdi dir="ltr">{of}</bdi>
          {': '}
        </>
      )}
      <Fill text={fieldFaultsAr[code]} with={Object.fromEntries(filled)} />
    </>
  );
}

/** What a gateway has said, in whatever language; what stands in its place and is ours, in that of the page. */
export function GatewayWords({ children }: { readonly children: string }): JSX.Element {
  return <ApiSentence isOurs>{children}</ApiSentence>;
}

/** Several of them, one after the other. */
export function ApiSentences({
  sentences,
  isOurs,
}: {
  readonly sentences: readonly string[];
  readonly isOurs?: boolean | undefined;
}): JSX.Element {
  return (
    <>
      {sentences.map((sentence, nth) => (
        <>
          {nth > 0 && ' '}
          <ApiSentence isOurs={isOurs}>{sentence}</ApiSentence>
        </>
      ))}
    </>
  );
}
