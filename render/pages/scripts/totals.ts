/**
 * While an amount is typed, shows what it comes to: the page itself is asked, so that every figure is computed where all are. What
 * the page cannot tell, or not in time, is told by the press of Pay, as without script.
 */
export const totals = `
  const form = document.querySelector('form[data-totals]');
  const amount = form && form.elements.amount;
  if (!amount) return;
  let timer;
  let typed = 0;
  const settle = (isKnown) => form.classList.toggle('settled', isKnown && !!form.querySelector('.exact'));
  const follow = async () => {
    const mine = typed;
    const url = new URL(form.dataset.totals);
    const data = new FormData(form);
    for (const name of ['pg_code', 'amount', 'wallet'])
      if (data.has(name)) url.searchParams.set(name, data.get(name));
    const answer = await fetch(url, { redirect: 'error' });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (mine !== typed) return;
    for (const part of document.querySelectorAll('[data-live]')) {
      const fresh = page.querySelector('[data-live="' + part.dataset.live + '"]');
      if (!fresh) continue;
      if (part.type === 'hidden') part.value = fresh.value;
      else part.replaceChildren(...fresh.childNodes);
    }
    settle(true);
  };
  const changed = () => {
    typed += 1;
    settle(false);
    clearTimeout(timer);
    timer = setTimeout(() => follow().catch(() => {}), 1200);
  };
  amount.addEventListener('input', changed);
  if (amount.value === amount.defaultValue) settle(true);
  // A browser that comes back to the page fills in what was typed there.
  addEventListener('pageshow', () => {
    if (amount.value !== amount.defaultValue) changed();
  });
`;
