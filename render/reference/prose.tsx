import type { JSX } from 'preact';

/** A sentence of the description, which marks `code` and *words* as Markdown does. */
export function Prose({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {text.split(/(`[^`]+`|\*[a-z][^*]*\*)/u).map((part) => {
        if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>;
        if (part.startsWith('*')) return <em>{part.slice(1, -1)}</em>;
        return part;
      })}
    </>
  );
}
