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
  let network;
  const shownPlace = () =>
    [...form.querySelectorAll('[data-frame]')].find((place) => place.getClientRects().length > 0);
  const follow = () => {
    const place = shownPlace();
    if (network && network.frame.parentNode === place) return;
    if (network) {
      network.stop();
      network.frame.remove();
    }
    network = undefined;
    reference.value = '';
    if (!place) return;
    network = networkFrame(document.createElement('iframe'), {
      url: place.dataset.frame,
      language: document.documentElement.lang,
      title: place.dataset.title,
      enter: () => payButton.click(),
      missing: () => {
        place.remove();
        follow();
      },
    });
    place.append(network.frame);
  };
  form.addEventListener('submit', async (event) => {
    if (event.submitter && event.submitter.hasAttribute('formaction')) return;
    if (isBusy) {
      event.preventDefault();
      return;
    }
    if (!network || !network.isReady() || !shownPlace()) return;
    event.preventDefault();
    busy(true);
    reference.value = (await network.reference()) || '';
    // What is wrong with the card the frame says itself.
    if (!reference.value) return busy(false);
    try {
      const answer = await fetch(form.action, {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: new URLSearchParams(new FormData(form)),
        signal: endingAfter(60000),
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
