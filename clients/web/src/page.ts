import { openCheckout, type Checkout } from './checkout.ts';
import { readConfig } from './config.ts';
import { dialogsOf } from './dialogs.ts';
import { drawerOf } from './draw.ts';
import { tell, type Hooks } from './outcomes.ts';
import { isRecord } from './record.ts';
import { dressPage } from './style.ts';
import type { CallbackData, CheckoutConfig, PopupType } from './types.ts';
import { WORDS } from './words.ts';

let opened: Checkout | undefined;
/** A page that has read its payment again may begin another one. */
let isReloaded = false;
let shown: { readonly config: CheckoutConfig; readonly hooks: Hooks } | undefined;

/**
 * Draws the checkout of a payment, once for each page: a second call is ignored until `reload` was called. What is wrong with
 * the configuration is named on the console, a sentence for each fault, and told to the error callback; nothing is asked then.
 */
export function begin(config: CheckoutConfig, named: Hooks = {}): void {
  if (opened && !isReloaded) {
    console.error('Checkout: init was called before. Call Checkout.reload first.');
    return;
  }
  dressPage();
  const hooks = hooksOf(config, named);
  const read = readConfig(config);
  if ('faults' in read) {
    refuse(read.faults, config, hooks);
    return;
  }
  const { settings } = read;
  const host = document.getElementById(settings.selector);
  if (!host) {
    refuse(
      [`selector: this page has no element with the id "${settings.selector}".`],
      config,
      hooks,
    );
    return;
  }
  opened?.close();
  isReloaded = false;
  shown = { config, hooks };
  opened = openCheckout(settings, host, hooks);
}

/** Reads the payment again and draws it as it is now. */
export function readAgain(): void {
  if (!opened) {
    console.error('Checkout: call Checkout.init first.');
    return;
  }
  isReloaded = true;
  void opened.reload();
}

/** Shows a message in a window above the page; of `pg_response` what is not null, and not while redirecting. */
export function openPopup(type: PopupType, message: unknown, pg_response?: unknown): void {
  if (type !== 'error' && type !== 'success' && type !== 'redirect') {
    console.error('Checkout: showPopup takes error, success or redirect.');
    return;
  }
  dressPage();
  const dialogs = opened?.dialogs ?? dialogsFor(shown?.config);
  const { answer } = dialogs.popup(type, typeof message === 'string' ? message : '', pg_response);
  void answer.then((pressed) => (pressed === 'retry' ? opened?.reload() : undefined));
}

function refuse(faults: readonly string[], config: CheckoutConfig, hooks: Hooks): void {
  for (const fault of faults) console.error(`Checkout: ${fault}`);
  const data: CallbackData = {
    status: 'error',
    message: WORDS[languageIn(config)].refused,
    form_of_payment: 'redirect',
  };
  tell(data, { hooks, dialogs: dialogsFor(config), retry: () => undefined });
}

function dialogsFor(config: unknown) {
  const language = languageIn(config);
  return dialogsOf(drawerOf({}), WORDS[language], language);
}

function languageIn(config: unknown): 'en' | 'ar' {
  const asked = isRecord(config) ? config['lang'] : document.documentElement.lang;
  return asked === 'ar' ? 'ar' : 'en';
}

/** Functions in the configuration come before those that the script's attributes name. */
function hooksOf(config: unknown, named: Hooks): Hooks {
  const given = isRecord(config) ? config : {};
  const functions = {
    success: given['successCallback'],
    cancel: given['cancelCallback'],
    error: given['errorCallback'],
    beforePayment: given['beforePayment'],
    validatePayment: given['validatePayment'],
  };
  return {
    ...named,
    ...Object.fromEntries(Object.entries(functions).filter(([, one]) => typeof one === 'function')),
  };
}
