import type { JSX } from 'preact';
import type { Glyph } from '../icons.ts';
import { glyphs } from '../icons.ts';

/** An icon beside words that say the same, hence hidden from assistive technology.
 *  `isMirrored` is for what points along the line of reading. */
export function Icon({ name, isMirrored }: { name: Glyph; isMirrored?: boolean }): JSX.Element {
  return (
    <svg
      class={isMirrored === true ? 'icon mirrored' : 'icon'}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={glyphs[name]} />
    </svg>
  );
}
