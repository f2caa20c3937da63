import type { ComponentChildren, JSX } from 'preact';
import type { Glyph } from '../icons.ts';
import { Icon } from './icon.tsx';

export type Tone = 'good' | 'bad' | 'warn' | 'calm';

interface StatusHeadProps {
  readonly glyph: Glyph;
  readonly tone: Tone;
  readonly heading: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The top of a page that tells how things stand: a sign, the one heading, what it means. */
export function StatusHead({ glyph, tone, heading, children }: StatusHeadProps): JSX.Element {
  return (
    <div class={`status tone-${tone}`}>
      <span class="sign">
        <Icon name={glyph} />
      </span>
      <h1>{heading}</h1>
      {children}
    </div>
  );
}
