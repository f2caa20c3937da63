import { renderToString } from 'preact-render-to-string';
import { TEST_CARDS } from '../cards.ts';
import type { Language } from '../payment.ts';
import { textsOf } from '../texts/index.ts';
import { Brands } from './brands.tsx';
import { CARD_SCRIPT_PATH } from './card-frame-script.ts';
import { Field } from './field.tsx';
import { filling } from './filling.ts';
import { STYLE_PATH } from './style.ts';

export interface CardFrameProps {
  readonly account: string;
  /** The page around the frame, and the only one that is told anything. */
  readonly origin: string;
  readonly language: Language;
  /** It stands on a page that is light, whatever its visitor likes. */
  readonly isLight: boolean;
  readonly now: Date;
}

/** The small page, made for a frame, in which a card is typed. It is shown by script only, so it may need its own. */
export function renderCardFrame(props: CardFrameProps): string {
  return `<!doctype html>${renderToString(<CardFrame {...props} />)}`;
}

function CardFrame({ account, origin, language, isLight, now }: CardFrameProps) {
  const texts = textsOf(language);
  const { cardForm, testCards } = texts;
  const [test] = TEST_CARDS;
  const field = (name: 'name' | 'number' | 'expiry' | 'cvv') => ({
    id: name,
    name,
    label: cardForm[name],
    // Said by the script once there is one.
    fault: '',
  });
  return (
    <html
      lang={language}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
      class={isLight ? 'framed light' : 'framed'}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={isLight ? 'light' : 'light dark'} />
        <title>{cardForm.heading}</title>
        <link rel="stylesheet" href={STYLE_PATH} />
      </head>
      <body>
        <main>
          <form method="post" action="/card" novalidate>
            <input type="hidden" name="account" value={account} />
            <input type="hidden" name="origin" value={origin} />
            <input type="hidden" name="lang" value={language} />
            {isLight && <input type="hidden" name="scheme" value="light" />}
            <Field
              {...field('number')}
              hint={<Brands texts={texts} />}
              autocomplete="cc-number"
              inputMode="numeric"
              dir="ltr"
              maxLength={32}
            />
            <div class="pair">
              <Field
                {...field('expiry')}
                hint={cardForm.expiryHint}
                autocomplete="cc-exp"
                inputMode="numeric"
                dir="ltr"
                maxLength={10}
              />
              <Field
                {...field('cvv')}
                hint={cardForm.cvvHint}
                autocomplete="cc-csc"
                inputMode="numeric"
                dir="ltr"
                maxLength={4}
              />
            </div>
            <Field {...field('name')} autocomplete="cc-name" dir="auto" maxLength={64} />
            {test && (
              <button
                id="test"
                class="quiet"
                type="button"
                {...Object.fromEntries(
                  Object.entries(filling(test, now)).map(([name, value]) => [
                    `data-${name}`,
                    value,
                  ]),
                )}
              >
                {testCards.fill}
              </button>
            )}
            <p class="note">{cardForm.secureFrame}</p>
          </form>
        </main>
        <script src={CARD_SCRIPT_PATH} data-origin={origin} />
      </body>
    </html>
  );
}
