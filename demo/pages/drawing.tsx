import type { Product } from '../catalogue.ts';

/** A small picture of a product; the colours come from the style sheet. Decoration only, so it has no text. */
export function Drawing({ of }: { readonly of: Product['id'] }) {
  return (
    <svg class={`drawing ${of}`} viewBox="0 0 120 90" aria-hidden="true" focusable="false">
      {SHAPES[of]}
    </svg>
  );
}

const SHAPES: Readonly<Record<Product['id'], preact.JSX.Element>> = {
  coffee: (
    <>
      <path class="main" d="M38 22h44l4 54a4 4 0 0 1-4 4H38a4 4 0 0 1-4-4z" />
      <path class="deep" d="M38 22l4-10h36l4 10z" />
      <ellipse class="light" cx="60" cy="52" rx="12" ry="16" transform="rotate(24 60 52)" />
      <path class="line" d="M55 39c7 8 3 17 10 26" />
    </>
  ),
  dates: (
    <>
      <path class="light" d="M20 46h80l-6 32a4 4 0 0 1-4 3H30a4 4 0 0 1-4-3z" />
      <ellipse class="main" cx="40" cy="42" rx="13" ry="9" />
      <ellipse class="deep" cx="60" cy="37" rx="13" ry="9" />
      <ellipse class="main" cx="80" cy="42" rx="13" ry="9" />
      <path class="line" d="M34 40c4-3 8-3 12 0M54 35c4-3 8-3 12 0M74 40c4-3 8-3 12 0" />
      <path class="deep" d="M20 46h80l-1 7H21z" />
    </>
  ),
  cup: (
    <>
      <path class="main" d="M38 36h44c0 22-8 36-14 40H52c-6-4-14-18-14-40z" />
      <ellipse class="deep" cx="60" cy="36" rx="22" ry="6" />
      <path class="line" d="M42 52h36M47 64h26" />
      <path class="steam" d="M52 24c-4-5 4-8 0-14M66 24c-4-5 4-8 0-14" />
      <ellipse class="light" cx="60" cy="80" rx="24" ry="4" />
    </>
  ),
  bag: (
    <>
      <path class="steam" d="M46 34c0-26 28-26 28 0" />
      <path class="main" d="M34 32h52l5 44a5 5 0 0 1-5 5H34a5 5 0 0 1-5-5z" />
      <path class="light" d="M60 46l4 8 9 1-7 6 2 9-8-5-8 5 2-9-7-6 9-1z" />
    </>
  ),
};
