import { begin, openPopup, readAgain } from './page.ts';
import type { CheckoutApi } from './types.ts';

export type {
  BeforePaymentData,
  Callback,
  CallbackData,
  CheckoutApi,
  CheckoutConfig,
  FormOfPayment,
  PartStyle,
  PartStyles,
  PopupType,
  Theme,
} from './types.ts';

/** The module for pages that are bundled; a page with a script element has the same as `window.Checkout`. */
export const { init, reload, showPopup }: CheckoutApi = {
  init: (config) => begin(config),
  reload: readAgain,
  showPopup: openPopup,
};
