import type { ComponentChild, JSX } from 'preact';

/** A sentence of the dictionary with its `{places}` filled by text or elements. */
export function Fill({ text, with: parts }: FillProps): JSX.Element {
  return <>{text.split(/\{(\w+)\}/).map((piece, i) => (i % 2 === 0 ? piece : parts[piece]))}</>;
}

interface FillProps {
  readonly text: string;
  readonly with: Readonly<Record<string, ComponentChild>>;
}
