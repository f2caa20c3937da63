import { begin, openPopup, readAgain } from './page.ts';
import type { Hooks } from './outcomes.ts';
import type { CheckoutConfig } from './types.ts';

/** The one file for a script element: `window.Checkout`, and the page's functions by the names that its attributes give. */
const attributes = Object.entries(document.currentScript?.dataset ?? {});
const named: Readonly<Record<string, string | undefined>> = Object.fromEntries(attributes);

Object.assign(window, {
  Checkout: {
    init: (config: CheckoutConfig) => begin(config, hooks()),
    reload: readAgain,
    showPopup: openPopup,
  },
});

/** Looked up when the checkout begins: by then the page has them all. */
function hooks(): Hooks {
  return Object.fromEntries(
    Object.entries({
      success: named['success'],
      cancel: named['cancel'],
      error: named['error'],
      beforePayment: named['beforepayment'],
      validatePayment: named['validatepayment'],
    }).flatMap(([hook, name]) => {
      if (name === undefined) return [];
      const found: unknown = Reflect.get(window, name);
      if (typeof found === 'function') return [[hook, found]];
      console.error(`Checkout: the page has no function "${name}".`);
      return [];
    }),
  );
}
