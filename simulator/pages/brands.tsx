import { BRAND_PREFIXES } from '../brands.ts';
import type { Texts } from '../texts/texts.ts';

/** The brands of cards that are taken here. A script marks the one that is typed: the first whose beginning fits. */
export function Brands({ texts }: { readonly texts: Texts }) {
  return (
    <>
      {BRAND_PREFIXES.map(({ brand, prefix }, nth) => (
        <>
          {nth > 0 && texts.cardForm.and}
          <span data-begins={prefix.source}>{texts.brands[brand]}</span>
        </>
      ))}
    </>
  );
}
