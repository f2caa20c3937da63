import { begin, openPopup, readAgain } from './page.ts';
import type { CheckoutConfig } from './types.ts';

/** The one file for a script element: `window.Checkout`, and the page's functions by the names that its attributes give. */
const named: DOMStringMap = document.currentScript?.dataset ?? {};

Object.assign(window, {
  Checkout: {
    init: (config: CheckoutConfig) => begin(config, hook),
    reload: readAgain,
    showPopup: openPopup,
  },
});

/** Looked up when the checkout begins: by then the page has them all. */
function hook(attribute: string): object | undefined {
  const name = named[attribute];
  if (name === undefined) return undefined;
  const found: unknown = Reflect.get(window, name);
  if (typeof found === 'function') return found;
  console.error(`Checkout: the page has no function "${name}".`);
  return undefined;
}
