import { FRAME_REFERENCE } from '../card-frame.tsx';

/**
 * Shows the network's own frame for the card below the method that is chosen, and sends its one-time word along. A bank that asks the
 * payer is answered in a window above the page. Where anything is missing (no frame, no answer) the form is sent as without script: the same
 * press, which the server knows again.
 */
export const cardFrame = `
  const reference = form.elements.${FRAME_REFERENCE};
  if (!reference) return;
  const payButton = form.querySelector('.pay');
  let frame;
  let isReady = false;
  let heard = () => {};
  const shownPlace = () =>
    [...form.querySelectorAll('[data-frame]')].find((place) => place.getClientRects().length > 0);
  const follow = () => {
    const place = shownPlace();
    if (frame && frame.parentNode === place) return;
    if (frame) frame.remove();
    frame = undefined;
    isReady = false;
    reference.value = '';
    if (!place) return;
    const url = new URL(place.dataset.frame);
    url.searchParams.set('origin', location.origin);
    url.searchParams.set('lang', document.documentElement.lang);
    const mine = aFrame(place.dataset.title, url.href);
    frame = mine;
    place.append(mine);
    setTimeout(() => {
      if (frame !== mine || isReady) return;
      place.remove();
      follow();
    }, 10000);
  };
  addEventListener('message', ({ source, origin, data }) => {
    if (!frame || source !== frame.contentWindow || origin !== new URL(frame.src).origin || !data) return;
    if (data.height > 0) frame.height = Math.min(data.height, 900);
    if (data.type === 'ready') isReady = true;
    if (data.type === 'valid' || data.type === 'ready') reference.value = '';
    if (data.type === 'done' && typeof data.reference === 'string') reference.value = data.reference;
    if (data.type === 'enter') form.requestSubmit(payButton);
    if (['ready', 'done', 'faulty'].includes(data.type)) heard();
  });
  const ask = () =>
    new Promise((resolve) => {
      heard = resolve;
      setTimeout(resolve, 20000);
      frame.contentWindow.postMessage({ type: 'submit' }, new URL(frame.src).origin);
    });
  form.addEventListener('submit', async (event) => {
    if (event.submitter && event.submitter.hasAttribute('formaction')) return;
    if (isBusy) {
      event.preventDefault();
      return;
    }
    if (!isReady || !shownPlace()) return;
    event.preventDefault();
    busy(true);
    if (!reference.value) await ask();
    // What is wrong with the card the frame says itself.
    if (!reference.value) return busy(false);
    try {
      const answer = await fetch(form.action, {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: new URLSearchParams(new FormData(form)),
        signal: AbortSignal.timeout(60000),
      });
      // The network was asked: the page says what came of it. Pressing once more would ask it again.
      if (answer.status >= 500) return location.reload();
      const { url, framed } = await answer.json();
      if (framed) challenge(url);
      else location.assign(url);
    } catch {
      form.submit();
    }
  });
  form.addEventListener('change', follow);
  addEventListener('pageshow', follow);
  follow();
`;
