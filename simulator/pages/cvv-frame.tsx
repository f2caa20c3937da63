import type { Language } from '../payment.ts';
import { textsOf } from '../texts/index.ts';
import { renderToString } from 'preact-render-to-string';
import { Field } from './field.tsx';
import { STYLE_PATH } from './style.ts';

export interface CvvFrameProps {
  readonly account: string;
  /** The page around the frame, and the only one that is told anything. */
  readonly origin: string;
  readonly language: Language;
  /** It stands on a page that is light, whatever its visitor likes. */
  readonly isLight: boolean;
  readonly wrong?: boolean;
  /** The one-time reference, once the code was typed. */
  readonly reference?: string;
}

export const CVV_SCRIPT_PATH = '/assets/cvv-frame.js';

/** Tells the page around the frame *ready*, *valid* and *done*; it may ask the frame to submit. */
export const CVV_SCRIPT = `(() => {
  const { origin, reference } = document.currentScript.dataset;
  const tell = (message) => parent.postMessage({ source: 'sandbox-card-network', ...message }, origin);
  if (reference) return tell({ type: 'done', reference });
  const field = document.getElementById('cvv');
  field.addEventListener('input', () =>
    tell({ type: 'valid', valid: /^[0-9]{3,4}$/.test(field.value.trim()) }));
  addEventListener('message', (event) => {
    if (event.origin === origin && event.data?.type === 'submit') field.form.requestSubmit();
  });
  tell({ type: 'ready' });
})();
`;

/** The small page, made for a frame, in which the security code of a saved card is typed. */
export function renderCvvFrame(props: CvvFrameProps): string {
  return `<!doctype html>${renderToString(<CvvFrame {...props} />)}`;
}

function CvvFrame({ account, origin, language, isLight, wrong = false, reference }: CvvFrameProps) {
  const { cardForm, challenge, faults } = textsOf(language);
  return (
    <html
      lang={language}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
      class={isLight ? 'light' : undefined}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={isLight ? 'light' : 'light dark'} />
        <title>{cardForm.cvv}</title>
        <link rel="stylesheet" href={STYLE_PATH} />
      </head>
      <body>
        <main id="main">
          {reference === undefined && (
            <form method="post" action="/cvv" novalidate>
              <input type="hidden" name="account" value={account} />
              <input type="hidden" name="origin" value={origin} />
              <input type="hidden" name="lang" value={language} />
              {isLight && <input type="hidden" name="scheme" value="light" />}
              <Field
                id="cvv"
                name="cvv"
                label={cardForm.cvv}
                hint={cardForm.cvvHint}
                fault={wrong ? faults['cvv-wrong'] : undefined}
                autocomplete="cc-csc"
                inputMode="numeric"
                dir="ltr"
                maxLength={4}
              />
              <button class="main" type="submit">
                {challenge.confirm}
              </button>
            </form>
          )}
        </main>
        <script src={CVV_SCRIPT_PATH} data-origin={origin} data-reference={reference} />
      </body>
    </html>
  );
}
