export const CARD_SCRIPT_PATH = '/assets/card-frame.js';

/**
 * Tells the page around the frame *ready*, its *size*, *valid* as soon as something is typed anew, *enter* and *done*; it may ask the
 * frame to submit. Groups the number and sets the stroke of the date while they are typed at their end.
 */
export const CARD_SCRIPT = `(() => {
  const { origin } = document.currentScript.dataset;
  const form = document.querySelector('form');
  const fields = ['number', 'expiry', 'cvv', 'name'].map((name) => form.elements[name]);
  const tell = (message) => parent.postMessage({ source: 'sandbox-card-network', ...message }, origin);
  const say = (field, sentence) => {
    const fault = document.getElementById(field.name + '-fault');
    fault.textContent = sentence || '';
    fault.hidden = !sentence;
    field.closest('.field').classList.toggle('wrong', !!sentence);
    field.setAttribute('aria-invalid', String(!!sentence));
  };
  const latin = (text) => text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15));
  const digitsOf = (text) => latin(text).replace(/[^0-9]/g, '');
  const shapes = {
    number: (text) => {
      const digits = digitsOf(text).slice(0, 19);
      const ends = /^3[47]/.test(digits) ? [4, 10, 19] : [4, 8, 12, 16, 19];
      return ends.map((end, i) => digits.slice(ends[i - 1] || 0, end)).join(' ').trim();
    },
    expiry: (text, isLonger) => {
      const [month, year] = latin(text).split('/');
      if (year !== undefined) return digitsOf(month).padStart(2, '0').slice(-2) + '/' + digitsOf(year).slice(0, 4);
      const digits = digitsOf(month).slice(0, 6);
      if (/^[2-9]/.test(digits)) return '0' + digits[0] + '/' + digits.slice(1);
      return digits.length > 2 || (digits.length === 2 && isLonger) ? digits.slice(0, 2) + '/' + digits.slice(2) : digits;
    },
    cvv: (text) => digitsOf(text).slice(0, 4),
  };
  const before = {};
  for (const field of fields)
    field.addEventListener('input', () => {
      const shape = shapes[field.name];
      const { value, selectionStart } = field;
      const isLonger = value.length > (before[field.name] || '').length;
      if (shape && selectionStart === value.length) field.value = shape(value, isLonger);
      before[field.name] = field.value;
      say(field);
      tell({ type: 'valid', valid: fields.every((one) => one.value.trim() !== '') });
    });
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
