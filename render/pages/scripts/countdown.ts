import { TOLD_BELOW_MS } from '../time-left.tsx';

/**
 * Counts down to the expiry, by minutes and seconds, and then shows what stands in the place of the page. A phone's clock can be
 * wrong by hours: what counts is the time that has gone since the page was made. While the payer is paying, the page stays: another
 * one would end what is on its way to us, and take the bank's question from them.
 */
export const countdown = `
  const box = document.querySelector('[data-expires]');
  if (!box) return;
  const { expires, now, page } = box.dataset;
  const behind = Date.parse(now) - Date.now();
  let isSubmitted = false;
  addEventListener('submit', (event) => {
    isSubmitted = !event.defaultPrevented;
  });
  // The browser's button has led back to the page as it was left.
  addEventListener('pageshow', () => {
    isSubmitted = false;
  });
  const isPaying = () => isSubmitted || document.querySelector('[aria-busy=true], dialog[open]');
  const left = box.querySelector('[data-left]');
  const show = () => {
    const seconds = Math.ceil((Date.parse(expires) - Date.now() - behind) / 1000);
    if (seconds < -1 && !isPaying()) {
      clearInterval(timer);
      location.replace(page);
      return;
    }
    const told = Math.max(0, seconds);
    left.textContent = Math.floor(told / 60) + ':' + String(told % 60).padStart(2, '0');
    const isNear = seconds < ${TOLD_BELOW_MS / 1000};
    box.hidden = !isNear;
    box.classList.toggle('counts', isNear);
  };
  const timer = setInterval(show, 1000);
  show();
`;
