import { BROWSER, PAYMENT_FORM } from '../payment-form.tsx';

/** What the parts of the page's script have in common that pay: whether the form is busy, and the window in which a bank asks the payer. */
export const pressing = `
  const form = document.getElementById('${PAYMENT_FORM}');
  if (!form) return;
  const dialog = document.querySelector('dialog.challenge');
  const working = form.querySelector('[data-working]');
  const browser = Object.assign(document.createElement('input'), { type: 'hidden', name: '${BROWSER}' });
  browser.value = JSON.stringify(browserFacts());
  form.append(browser);
  let isBusy = false;
  const busy = (isNow) => {
    isBusy = isNow;
    form.setAttribute('aria-busy', String(isNow));
    working.hidden = !isNow;
  };
  const challenge = (url) => {
    // A browser without windows (Safari before 15.4) goes to the bank's page.
    if (!dialog.showModal) return location.assign(url);
    const screen = document.createElement('iframe');
    screen.title = dialog.dataset.title;
    screen.referrerPolicy = 'no-referrer';
    screen.setAttribute('sandbox', 'allow-forms allow-scripts allow-same-origin allow-popups');
    screen.src = url;
    // Back from the bank it is a page of ours, and only then its address can be read.
    screen.addEventListener('load', () => {
      let at = '';
      try {
        at = screen.contentWindow.location.href;
      } catch {}
      if (at.startsWith('http')) location.assign(at);
      else screen.focus();
    });
    dialog.querySelector('[data-screen]').replaceChildren(screen);
    dialog.querySelector('[data-whole]').href = url;
    dialog.showModal();
  };
  // Who comes back by the browser's button sees the page as it was left, in the middle of being led away.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isBusy) location.reload();
  });
  if (dialog) {
    dialog.addEventListener('close', () => {
      dialog.querySelector('[data-screen]').replaceChildren();
      busy(false);
    });
    dialog.querySelector('[data-close]').addEventListener('click', () => dialog.close());
  }
`;
