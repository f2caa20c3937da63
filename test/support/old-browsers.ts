/** Begins a page (`addInitScript`) without what scripts could not call before iOS 16. */
export const AS_BEFORE_IOS_16 = `
  for (const name of ['canParse', 'parse']) delete URL[name];
  for (const name of ['timeout', 'any']) delete AbortSignal[name];
  for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with']) delete Array.prototype[name];
  delete Object.groupBy;
  delete Promise.withResolvers;
  delete HTMLFormElement.prototype.requestSubmit;
`;

/** The same without all that came after iOS 14: windows above a page and style sheets made by scripts, too. */
export const AS_IOS_14 = `${AS_BEFORE_IOS_16}
  for (const name of ['at', 'findLast', 'findLastIndex']) delete Array.prototype[name];
  delete String.prototype.at;
  delete Object.hasOwn;
  delete window.structuredClone;
  delete HTMLElement.prototype.inert;
  for (const name of ['show', 'showModal', 'close', 'open', 'returnValue'])
    delete HTMLDialogElement.prototype[name];
  delete Document.prototype.adoptedStyleSheets;
  window.CSSStyleSheet = function CSSStyleSheet() {
    throw new TypeError('Illegal constructor');
  };
`;
