import type { JSX } from 'preact';

/** A sentence of the API, which speaks English whatever the page does, so that it is read aloud as English. */
export function ApiSentence({ children }: { readonly children: string }): JSX.Element {
  return <bdi lang="en">{children}</bdi>;
}
