import { openCheckout, type Checkout } from './checkout.ts';
import { readConfig, type Given } from './config.ts';
import { dialogsOf } from './dialogs.ts';
import { drawerOf } from './draw.ts';
import { tell, type Hooks } from './outcomes.ts';
import { isRecord } from './record.ts';
import { dressPage } from './style.ts';
import type { CallbackData, CheckoutConfig, PopupType } from './types.ts';
import { WORDS } from './words.ts';

/** The function of the page that an attribute of the script names, where there is one. */
type NamedHook = (attribute: string) => object | undefined;

type PageFunction = (...told: readonly unknown[]) => unknown;

let opened: Checkout | undefined;
/** A page that has read its payment again may begin another one. */
let isReloaded = false;
let shown: Given | undefined;

/**
 * Draws the checkout of a payment, once for each page: a second call is ignored until `reload` was called. What is wrong with
 * the configuration is named on the console, a sentence for each fault, and told to the error callback; nothing is asked then.
 */
export function begin(config: CheckoutConfig, named: NamedHook = () => undefined): void {
  if (opened && !isReloaded) {
    console.error('Checkout: init was called before. Call Checkout.reload first.');
    return;
  }
  dressPage();
  const given: Given = isRecord(config) ? config : {};
  const hooks = hooksOf(given, named);
  const read = readConfig(given);
  if ('faults' in read) {
    refuse(read.faults, given, hooks);
    return;
  }
  const { settings, idle } = read;
  for (const form of idle) console.warn(`Checkout: no gateway has ${form}.`);
  const host = document.getElementById(settings.selector);
  if (!host) {
    refuse([`selector: the page has no element with the id "${settings.selector}".`], given, hooks);
    return;
  }
  opened?.close();
  isReloaded = false;
  shown = given;
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
  const dialogs = opened?.dialogs ?? dialogsFor(shown);
  const { answer } = dialogs.popup(type, typeof message === 'string' ? message : '', pg_response);
  void answer.then((pressed) => (pressed === 'retry' ? opened?.reload() : undefined));
}

function refuse(faults: readonly string[], given: Given, hooks: Hooks): void {
  for (const fault of faults) console.error(`Checkout: ${fault}`);
  const data: CallbackData = {
    status: 'error',
    message: WORDS[languageIn(given)].refused,
    form_of_payment: 'redirect',
  };
  tell(data, { hooks, dialogs: dialogsFor(given), retry: () => undefined });
}

function dialogsFor(given: Given | undefined) {
  const language = languageIn(given);
  return dialogsOf(drawerOf({}), WORDS[language], language);
}

function languageIn(given: Given | undefined): 'en' | 'ar' {
  const asked = given ? given['lang'] : document.documentElement.lang;
  return asked === 'ar' ? 'ar' : 'en';
}

/** Functions in the configuration come before those that the script's attributes name: `data-success` for `successCallback`. */
function hooksOf(given: Given, named: NamedHook): Hooks {
  const hook = (key: string) => {
    const own = given[key];
    const attribute = key.replace('Callback', '').toLowerCase();
    // Whatever it takes and gives is the page's own business.
    return (typeof own === 'function' ? own : named(attribute)) as PageFunction | undefined;
  };
  return {
    success: hook('successCallback'),
    canceled: hook('cancelCallback'),
    error: hook('errorCallback'),
    beforePayment: hook('beforePayment'),
    validatePayment: hook('validatePayment'),
  };
}
