import { SHEET_TOTAL } from '../device-services.tsx';

/**
 * Shows the buttons of the wallets that the browser has, and pays by its own sheet: no script of others is needed
 * (docs/decisions/0032-wallets-by-the-browsers-own-sheet.md). Where an answer is lost the form is sent without what the wallet has handed over, which asks
 * what became of it and charges nothing.
 */
export const deviceWallets = `
  const box = form.querySelector('[data-services]');
  if (!box) return;
  const field = (name, value) => {
    const input = form.elements[name] || form.appendChild(Object.assign(document.createElement('input'), { type: 'hidden', name }));
    input.value = value;
  };
  const requestOf = ({ dataset }) => {
    const { method, details } = JSON.parse(dataset.sheet);
    return new PaymentRequest([method], details);
  };
  const buttons = [...box.children];
  const { amount, wallet } = form.elements;
  // A device pays all of it. A wallet of the shop's beside it, or a part, is for the list below.
  const follow = () => {
    const isPart = (wallet && wallet.checked) || (amount && amount.value !== box.dataset.whole);
    box.hidden = isPart || buttons.every((button) => button.hidden);
  };
  const look = async (button) => {
    // Its place is kept until the browser knows, so that nothing moves under a finger.
    button.hidden = false;
    button.classList.add('looked-for');
    follow();
    button.hidden = !(await canPayBy('session' in button.dataset, () => requestOf(button)));
    button.classList.remove('looked-for');
    follow();
  };
  const send = (url, data) =>
    fetch(url, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams(data),
      signal: endingAfter(60000),
    }).then((answer) => {
      if (!answer.ok) throw new Error();
      return answer.json();
    });
  const askAgain = (button, more) => {
    for (const [name, value] of Object.entries(more)) field(name, value);
    form.action = button.dataset.pay;
    form.submit();
  };
  // What the payer has said in this press stays out of the form, from which they may pay otherwise afterwards.
  const charge = async (button, response, more) => {
    const { details } = response;
    const data = new FormData(form);
    for (const [name, value] of Object.entries(more)) data.set(name, value);
    data.set('payload', JSON.stringify(button.dataset.session ? details.token : details));
    const { url, framed, approved, asks, refused } = await send(button.dataset.pay, data);
    await response.complete(approved ? 'success' : approved === false || refused ? 'fail' : 'unknown').catch(() => {});
    if (asks) {
      if (!confirm(box.dataset.open)) return busy(false);
      more.replace_attempt = 'yes';
      return charge(button, response, more);
    }
    if (!url) askAgain(button, { ...more, refused: refused || '' });
    else if (framed) challenge(url);
    else location.assign(url);
  };
  const press = async (button) => {
    if (isBusy || !form.reportValidity()) return;
    let response;
    busy(true);
    try {
      const merchantSession = (validation_url) => send(button.dataset.session, { validation_url });
      response = await answerApple(requestOf(button), merchantSession).show();
    } catch {
      // Closed by the payer, or by the browser.
      return busy(false);
    }
    field('${SHEET_TOTAL}', button.dataset.total);
    const more = {};
    try {
      await charge(button, response, more);
    } catch {
      response.complete('unknown').catch(() => {});
      askAgain(button, more);
    }
  };
  for (const button of buttons) {
    button.addEventListener('click', () => press(button));
    look(button);
  }
  form.addEventListener('input', follow);
  form.addEventListener('change', follow);
`;
