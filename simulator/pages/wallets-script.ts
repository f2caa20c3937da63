import { TEST_CARDS } from '../cards.ts';

export const WALLETS_SCRIPT_PATH = '/assets/wallets.js';

/**
 * The wallets of this network as a script, for pages that want to try them in any browser: in place of the browser's PaymentRequest, with
 * a sheet of its own, for the method identifiers of this network. All others are left to the browser.
 */
export const WALLETS_SCRIPT = `(() => {
  const Real = window.PaymentRequest;
  const cards = ${JSON.stringify(TEST_CARDS.map(({ name }) => name))};
  const words = {
    en: { sheet: 'Sandbox wallet', card: 'Test card', pay: 'Pay', close: 'Close' },
    ar: { sheet: 'محفظة تجريبية', card: 'بطاقة اختبار', pay: 'ادفع', close: 'إغلاق' },
  };
  const styles = new CSSStyleSheet();
  styles.replaceSync(
    '.sandbox-wallet { inline-size: min(22rem, 100% - 2rem); padding: 1.25rem; border: 0; border-radius: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #17202e; background: #fff }' +
      '.sandbox-wallet::backdrop { background: rgb(8 14 24 / 60%) }' +
      '.sandbox-wallet h2 { margin: 0 0 .75rem; font-size: 1.125rem }' +
      '.sandbox-wallet p { margin: 0 0 .75rem } .sandbox-wallet label { display: block; margin-block-end: .75rem }' +
      '.sandbox-wallet :is(select, button) { display: block; box-sizing: border-box; inline-size: 100%; min-block-size: 2.75rem; margin-block-start: .25rem; padding: .5rem; border: 1px solid #6b7687; border-radius: .5rem; font: inherit; color: inherit; background: #fff }' +
      '.sandbox-wallet button[value] { color: #fff; background: #0b5fb0; border-color: #0b5fb0 }',
  );
  const isOurs = (method) => /\\/wallets\\/(?:apple|google)-pay$/.test(method.supportedMethods);
  const element = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text, ...more });
  const closed = () => new DOMException('The sheet was closed.', 'AbortError');
  const sheet = (name, { label, amount }) =>
    new Promise((resolve, reject) => {
      const said = words[document.documentElement.lang] || words.en;
      if (!document.adoptedStyleSheets.includes(styles)) document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
      const dialog = element('dialog', '', { className: 'sandbox-wallet' });
      const heading = element('h2', said.sheet + ': ' + name, { id: 'sandbox-wallet-heading' });
      const field = element('label', said.card);
      const choice = element('select', '');
      for (const card of cards) choice.append(element('option', card, { value: card }));
      field.append(choice);
      const pay = element('button', said.pay + ' ' + amount.currency + ' ' + amount.value, { type: 'button', value: 'pay' });
      const close = element('button', said.close, { type: 'button' });
      dialog.setAttribute('aria-labelledby', heading.id);
      dialog.append(heading, element('p', label), field, pay, close);
      pay.addEventListener('click', () => dialog.close('pay'));
      close.addEventListener('click', () => dialog.close(''));
      dialog.addEventListener('close', () => {
        dialog.remove();
        if (dialog.returnValue === 'pay') resolve('sandbox:' + choice.value + ':' + crypto.randomUUID());
        else reject(closed());
      });
      document.body.append(dialog);
      dialog.showModal();
    });
  const googlePay = (token) => ({
    apiVersion: 2,
    apiVersionMinor: 0,
    paymentMethodData: { type: 'CARD', description: 'Sandbox', tokenizationData: { type: 'PAYMENT_GATEWAY', token } },
  });
  const applePay = (data) => ({
    token: {
      paymentData: { version: 'EC_v1', data, signature: 'c2FuZGJveA==', header: { ephemeralPublicKey: 'c2FuZGJveA==', publicKeyHash: 'c2FuZGJveA==', transactionId: 'aabbccdd' } },
      paymentMethod: { displayName: 'Sandbox', network: 'Visa', type: 'debit' },
      transactionIdentifier: 'AABBCCDD',
    },
  });
  class SandboxRequest extends EventTarget {
    constructor([method], details) {
      super();
      this.isApple = method.supportedMethods.endsWith('apple-pay');
      this.details = details;
    }
    canMakePayment() {
      return Promise.resolve(true);
    }
    async show(updates) {
      if (navigator.userActivation && !navigator.userActivation.isActive) throw new DOMException('A press is needed.', 'SecurityError');
      const { total } = { ...this.details, ...(await Promise.resolve(updates).catch(() => { throw closed(); })) };
      if (this.isApple) await this.validate();
      const token = await sheet(this.isApple ? 'Apple Pay' : 'Google Pay', total);
      return {
        details: this.isApple ? applePay(token) : googlePay(token),
        complete: async (how) => {
          if (this.told) throw new DOMException('It was told before.', 'InvalidStateError');
          this.told = how;
          dispatchEvent(new CustomEvent('sandbox-wallet-told', { detail: how }));
        },
      };
    }
    /** As Safari does: the page brings Apple's word that the shop is who it says. */
    async validate() {
      let given;
      const event = new Event('merchantvalidation');
      Object.assign(event, {
        validationURL: 'https://apple-pay-gateway.apple.com/paymentservices/startSession',
        complete: (session) => { given = session; },
      });
      this.dispatchEvent(event);
      const session = await Promise.resolve(given).catch(() => undefined);
      if (!session || !session.merchantSessionIdentifier) throw closed();
    }
  }
  window.PaymentRequest = new Proxy(Real || class {}, {
    construct: (target, [methods, details, ...more]) =>
      isOurs(methods[0]) ? new SandboxRequest(methods, details) : new target(methods, details, ...more),
  });
  window.ApplePaySession ||= class {};
})();
`;
