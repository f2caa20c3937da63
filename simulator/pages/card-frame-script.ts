import { CARD_FIELDS } from './card-fields.ts';

export const CARD_SCRIPT_PATH = '/assets/card-frame.js';

/**
 * Tells the page around the frame *ready*, its *size*, *valid* as soon as something is typed anew, *enter* and *done*; it may ask the
 * frame to submit.
 */
export const CARD_SCRIPT = `(() => {
  const { origin } = document.currentScript.dataset;
  const form = document.querySelector('form');
  const tell = (message) => parent.postMessage({ source: 'sandbox-card-network', ...message }, origin);
  ${CARD_FIELDS}
  whenTyped(() => tell({ type: 'valid', valid: fields.every((one) => one.value.trim() !== '') }));
  document.getElementById('test').addEventListener('click', ({ currentTarget }) => {
    for (const field of fields) {
      field.value = currentTarget.dataset[field.name];
      field.dispatchEvent(new Event('input'));
    }
    fields[0].focus();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !fields.includes(event.target)) return;
    event.preventDefault();
    tell({ type: 'enter' });
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  const submit = async () => {
    const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
    const { reference, faults } = await answer.json();
    if (reference) return tell({ type: 'done', reference });
    for (const field of fields) say(field, faults[field.name]);
    fields.find((field) => faults[field.name])?.focus();
    tell({ type: 'faulty' });
  };
  addEventListener('message', (event) => {
    if (event.origin === origin && event.source === parent && event.data?.type === 'submit')
      submit().catch(() => tell({ type: 'faulty' }));
  });
  new ResizeObserver(() => tell({ type: 'size', height: Math.ceil(form.getBoundingClientRect().height) })).observe(form);
  tell({ type: 'ready', height: Math.ceil(form.getBoundingClientRect().height) });
})();
`;
