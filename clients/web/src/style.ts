let isDressed = false;

/** Gives the page the checkout's style. Not as an element: a page's policy may forbid those, and this is none. */
export function dressPage(): void {
  if (isDressed) return;
  isDressed = true;
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    // In front: whatever the page says of the same thing counts.
    document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets];
  } catch {
    // Safari before 16.4 has none of its own to give: it goes to the front of one that the page has.
    [...document.styleSheets].some(takesStyle);
  }
}

const STYLE = `
.sarraf__sdk-main, .sarraf__modal-overlay { font: 1rem/1.5 system-ui, sans-serif;
  color: #222b45; color-scheme: light; }
.sarraf__sdk-main { display: block; padding: 1rem; background: #fff; border-radius: .75rem; min-width: 0; }
.sarraf__sdk-main, .sarraf__sdk-main *, .sarraf__modal-overlay, .sarraf__modal-overlay * { box-sizing: border-box; }
.sarraf__sdk-main [hidden] { display: none !important; }
.sarraf__sdk-main h2, .sarraf__modal-overlay h2 { margin: 0 0 .5rem; font-size: 1.125rem; font-weight: 600; }
.sarraf__sdk-main dl { margin: 0; }
.sarraf__amount-box { padding: .75rem 1rem; margin-bottom: 1rem; background: #f5f7fa; border-radius: .625rem; }
.sarraf__amount-box dl div { display: flex; justify-content: space-between; gap: 1rem; }
.sarraf__amount-box dd { margin: 0; font-variant-numeric: tabular-nums; white-space: nowrap; }
.sarraf__total { font-weight: 600; }
.sarraf__secondary-text, .sarraf__status { color: #5b6474; font-size: .875rem; }
.sarraf__notice > p { margin: 0 0 1rem; padding: .75rem 1rem; color: #8f1d15; background: #fdecea; border-radius: .625rem; }
.sarraf__methods-block { border: 0; margin: 0 0 1rem; padding: 0; min-width: 0; }
.sarraf__methods-block legend { padding: 0; margin-bottom: .5rem; font-weight: 600; }
.sarraf__columns, .sarraf__columns > *, .sarraf__actions { display: grid; gap: .5rem; align-content: start; min-width: 0; }
.sarraf__grid { grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 1rem; }
.sarraf__methods { border: 1px solid #e5e7eb; border-radius: .625rem; background: #fff; min-width: 0; }
.sarraf__selected-method { border-color: #2563eb; box-shadow: inset 0 0 0 1px #2563eb; }
.sarraf__row { display: flex; align-items: center; }
.sarraf__row label { flex: 1; min-width: 0; display: flex; align-items: center; gap: .75rem; min-height: 3.25rem; padding: .625rem 1rem; cursor: pointer; }
.sarraf__row label > * { flex: none; }
.sarraf__row label > img { object-fit: contain; }
.sarraf__row label > .sarraf__texts { flex: 1; min-width: 0; display: flex; flex-wrap: wrap; align-items: baseline;
  justify-content: space-between; gap: .125rem .75rem; overflow-wrap: anywhere; }
.sarraf__sdk-main input[type='radio'], .sarraf__sdk-main input[type='checkbox'] { width: 1.25rem; height: 1.25rem;
  margin: 0; accent-color: #2563eb; }
.sarraf__delete-card-logo { flex: none; width: 2.75rem; height: 2.75rem; margin-inline-end: .25rem; border: 0;
  border-radius: .5rem; background: none; color: #5b6474; font: inherit; font-size: 1.5rem; line-height: 1; cursor: pointer; }
.sarraf__network-frame { display: block; height: 31rem; max-height: 56rem; width: calc(100% - 1rem); margin: 0 .5rem .5rem; border: 0; }
.sarraf__cvv-frame { height: 15rem; }
.sarraf__applePay { -webkit-appearance: -apple-pay-button; }
/* Where a wallet of the device is the only way to pay, nothing says that there is none. */
.sarraf__wallet-buttons:not([hidden]):has(> :not([hidden])) ~ .sarraf__methods-block:has(> p),
.sarraf__methods-block:has(> p) ~ .sarraf__pay-button { display: none; }
.sarraf__checkbox-label { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; min-height: 2.75rem;
  margin-bottom: .75rem; cursor: pointer; }
.sarraf__amount-label { display: block; margin-bottom: 1rem; }
.sarraf__terms-container { margin-bottom: 1rem; }
.sarraf__terms-container label { align-items: start; margin: 0; padding-top: .625rem; }
.sarraf__terms-container input { translate: 0 2px; }
.sarraf__terms-container bdi { flex: 1; overflow-wrap: anywhere; }
.sarraf__terms-link { margin-inline-start: 2rem; color: inherit; }
.sarraf__amount-input { display: block; width: 100%; min-height: 2.75rem; margin-top: .25rem; padding: .5rem .75rem;
  border: 1px solid #5b6474; border-radius: .5rem; background: #fff; color: inherit; font: inherit; }
.sarraf__amount-label .sarraf__error-message { color: #8f1d15; font-size: .875rem; }
.sarraf__pay-button, .sarraf__service, .sarraf__retry-button, .sarraf__delete-card-button, .sarraf__reject-button, .sarraf__keep-card-button,
.sarraf__popup-close-button { display: block; width: 100%; min-height: 2.75rem; padding: .625rem 1rem; border: 0;
  border-radius: .625rem; background: #2563eb; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
.sarraf__reject-button, .sarraf__keep-card-button, .sarraf__popup-close-button { background: none; color: #2563eb; }
.sarraf__reject-button { margin-top: .5rem; }
.sarraf__delete-card-button { background: #8f1d15; }
.sarraf__service { margin-bottom: .75rem; background: #000; }
.sarraf__pay-button:disabled { background: #5b6474; cursor: progress; }
.sarraf__sdk-main :focus-visible, .sarraf__modal-overlay :focus-visible { outline: 3px solid #2563eb; outline-offset: 2px; }
.sarraf__modal-overlay { position: fixed; top: 0; left: 0; z-index: 9999; width: 100%; height: 100%; max-width: none; max-height: none; margin: 0;
  padding: 1rem; border: 0; background: #0009; overflow: auto; }
.sarraf__modal-overlay[open] { display: grid; place-items: center; }
.sarraf__modal-overlay > div { width: 100%; max-width: 26rem; padding: 1.25rem; border-radius: .75rem; background: #fff; }
.sarraf__modal-overlay > .sarraf__challenge { max-width: 34rem; }
.sarraf__modal-overlay p { margin: 0 0 1rem; overflow-wrap: anywhere; }
.sarraf__modal-overlay iframe { display: block; width: 100%; height: 18rem; margin-bottom: 1rem; border: 1px solid #e5e7eb;
  border-radius: .5rem; background: #fff; }
.sarraf__modal-overlay dl { display: grid; grid-template-columns: minmax(0, auto) minmax(0, 1fr); gap: .25rem 1rem;
  margin: 0 0 1rem; font-size: .875rem; overflow-wrap: anywhere; }
.sarraf__modal-overlay dt { color: #5b6474; }
.sarraf__modal-overlay dd { margin: 0; }
`;

/** False of a style sheet of another origin, in which nobody may write. */
function takesStyle(sheet: CSSStyleSheet): boolean {
  try {
    sheet.insertRule(`@media all{${STYLE}}`);
    return true;
  } catch {
    return false;
  }
}
