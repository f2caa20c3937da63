import type { ComponentChild, JSX } from 'preact';
import { Code } from './figure.tsx';

/** A label and what is known of it; nothing known, no line. */
export interface Line {
  readonly label: string;
  readonly value: ComponentChild;
}

/** Facts as label and value; nothing at all when none is known. */
export function Lines({ lines }: { lines: readonly Line[] }): JSX.Element | null {
  const known = lines.filter(({ value }) => value !== undefined && value !== '');
  if (known.length === 0) return null;
  return (
    <dl class="lines">
      {known.map(({ label, value }) => (
        <div class="line">
          <dt>
            <bdi>{label}</bdi>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Words of any script, such as a name, for a line. */
export function isolatedText(value: string | undefined): JSX.Element | undefined {
  return value === undefined || value === '' ? undefined : <bdi>{value}</bdi>;
}

/** A number, reference or address for a line: left to right in any language. */
export function code(value: string | undefined): JSX.Element | undefined {
  return value === undefined || value === '' ? undefined : <Code>{value}</Code>;
}
