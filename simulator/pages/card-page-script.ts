import { CARD_FIELDS } from './card-fields.ts';

export const CARD_PAGE_SCRIPT_PATH = '/assets/card-page.js';

/**
 * Asks what is wrong with a card before its form is sent, so that a typo costs nothing that was typed but the security code. The form is
 * sent all the same where no answer comes.
 */
export const CARD_PAGE_SCRIPT = `(() => {
  const form = document.getElementById('card');
  let isAsked = false;
  ${CARD_FIELDS}
  whenTyped(() => {});
  for (const field of fields) if (field.name === 'number') markBrand(field);
  const faultsIn = async () => {
    const answer = await fetch(form.action + '/check', { method: 'POST', body: new URLSearchParams(new FormData(form)) });
    return (await answer.json()).faults || {};
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isAsked) return;
    isAsked = true;
    const faults = await faultsIn().catch(() => ({}));
    const wrong = fields.filter((field) => faults[field.name]);
    if (wrong.length === 0) return form.submit();
    isAsked = false;
    for (const field of fields) say(field, faults[field.name]);
    form.elements.cvv.value = '';
    wrong[0].focus();
  });
  addEventListener('pageshow', () => {
    isAsked = false;
  });
})();
`;
