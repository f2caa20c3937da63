import { DROP_OFF_FORM } from '../drop-off.tsx';

/** On the delivery form: another country brings its own fields at once, and the phone may say where it is. */
export const place = `
  const form = document.getElementById('${DROP_OFF_FORM}');
  if (!form) return;
  const refit = form.querySelector('[data-refit]');
  if (refit) {
    refit.hidden = true;
    form.elements.country.addEventListener('change', () => refit.click());
  }
  const locate = form.querySelector('[data-locate]');
  if (!locate) return;
  if (!navigator.geolocation || !isSecureContext) {
    locate.hidden = true;
    return;
  }
  const say = (name) => {
    for (const word of form.querySelectorAll('[data-place]')) word.hidden = word.dataset.place !== name;
  };
  locate.classList.add('ready');
  locate.addEventListener('click', () => {
    locate.disabled = true;
    say('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        form.elements.here.value = coords.latitude.toFixed(6) + ', ' + coords.longitude.toFixed(6);
        form.elements.location.value = '';
        form.elements.location.required = false;
        locate.disabled = false;
        say('here');
      },
      () => {
        locate.disabled = false;
        say('unknown');
      },
      { enableHighAccuracy: true, timeout: 15000, maximumAge: 60000 },
    );
  });
`;
