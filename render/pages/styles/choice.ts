import { FOLLOWED_METHODS } from '../choices.ts';

const methods = Array.from({ length: FOLLOWED_METHODS }, (_, i) => i);

/** Shows the amounts of the chosen method without script. A browser that cannot look inside (`:has`)
 *  goes on showing what is true for every method. */
export const choice = `
.when-chosen { display: none; }
.checkout:has([name="pg_code"]:checked) .when-none { display: none; }
${methods
  .map((i) => `.checkout:has(#method-${i}:checked) .when-method-${i} { display: block; }`)
  .join('\n')}
.with-wallet { display: none; }
.checkout:has(#wallet:checked) .with-wallet { display: revert; }
.checkout:has(#wallet:checked) .without-wallet { display: none; }
.checkout:has(#wallet.covers-all:checked) :is(.method-row, .frame-place, .assurance, .saving) { display: none; }
`;
