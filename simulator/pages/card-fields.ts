/**
 * For the scripts of pages on which a card is typed. It groups the number, sets the stroke of the date while that is typed at its end, and
 * marks the brand as which the number begins. It defines `fields`, `say(field, sentence)`, which shows a fault or takes it away, and
 * `whenTyped(heard)`. Without it the pages take whatever is typed all the same.
 */
export const CARD_FIELDS = `
  const fields = [...document.querySelectorAll('#name, #number, #expiry, #cvv')];
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
  const brands = [...document.querySelectorAll('[data-begins]')];
  const markBrand = ({ value }) => {
    const digits = digitsOf(value);
    const known = brands.find((brand) => new RegExp(brand.dataset.begins).test(digits));
    for (const brand of brands) brand.classList.toggle('known', brand === known);
  };
  const whenTyped = (heard) => {
    const before = {};
    for (const field of fields)
      field.addEventListener('input', () => {
        const shape = shapes[field.name];
        const { value, selectionStart } = field;
        const isLonger = value.length > (before[field.name] || '').length;
        if (shape && selectionStart === value.length) field.value = shape(value, isLonger);
        before[field.name] = field.value;
        if (field.name === 'number') markBrand(field);
        say(field);
        heard();
      });
  };
`;
