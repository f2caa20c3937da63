import { CATALOGUE } from '../catalogue.ts';
import { WORDS } from '../words.ts';
import type { Language, Words } from '../words.ts';
import { Drawing } from './drawing.tsx';
import { document } from './layout.tsx';
import { Price } from './price.tsx';

type PgGroups = readonly (readonly string[])[];

interface ShopFacts {
  readonly pgGroups: PgGroups;
  readonly publicKey?: string;
}

/** The shelf. One form holds everything; the button that is pressed names the product. */
export function shopPage(language: Language, { pgGroups, publicKey }: ShopFacts): string {
  const words = WORDS[language];
  return document({
    language,
    path: '/',
    title: words.nav.shop,
    children: (
      <>
        <h1>{words.shopName}</h1>
        <p class="lead">{words.tagline}</p>
        <form method="post" action="/buy">
          <input type="hidden" name="lang" value={language} />
          <ul class="shelf">
            {CATALOGUE.map((product) => (
              <li class="card">
                <Drawing of={product.id} />
                <h2 id={product.id}>{product.name[language]}</h2>
                <p>{product.about[language]}</p>
                <div class="till">
                  <Price product={product} />
                  <button name="product" value={product.id} aria-describedby={product.id}>
                    {words.buy}
                  </button>
                </div>
                {publicKey !== undefined && (
                  <button
                    class="quiet"
                    name="here"
                    value={product.id}
                    aria-describedby={product.id}
                  >
                    {words.payHere}
                  </button>
                )}
              </li>
            ))}
          </ul>
          <Advanced words={words} language={language} pgGroups={pgGroups} />
        </form>
      </>
    ),
  });
}

interface AdvancedProps {
  readonly words: Words;
  readonly language: Language;
  readonly pgGroups: PgGroups;
}

function Advanced({ words, language, pgGroups }: AdvancedProps) {
  const { fields, types, languages } = words;
  return (
    <details class="card">
      <summary>{words.advanced}</summary>
      <div class="fields">
        <label>
          {fields.type}
          <select name="type">
            <option value="e_commerce">{types.e_commerce}</option>
            <option value="payment_request">{types.payment_request}</option>
          </select>
        </label>
        <label>
          {fields.language}
          <select name="payment_language">
            {(['en', 'ar'] as const).map((code) => (
              <option value={code} selected={code === language}>
                {languages[code]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {fields.methods}
          <select name="methods">
            {pgGroups.map((codes, index) => (
              <option value={index}>{methodsLabel(codes, words)}</option>
            ))}
          </select>
        </label>
        <label>
          {fields.firstName}
          <input name="first_name" value={language === 'ar' ? 'سارة' : 'Sara'} dir="auto" />
        </label>
        <label>
          {fields.lastName}
          <input name="last_name" value={language === 'ar' ? 'العلي' : 'Al-Ali'} dir="auto" />
        </label>
        <label>
          {fields.email}
          <input name="email" value="sara@example.com" dir="ltr" inputMode="email" />
        </label>
      </div>
    </details>
  );
}

function methodsLabel(codes: readonly string[], { holdOnly, oneAttempt }: Words): string {
  const hint = codes.some((code) => /hold|auth/.test(code))
    ? holdOnly
    : codes.some((code) => code.includes('single'))
      ? oneAttempt
      : undefined;
  return hint ? `${codes.join(', ')}: ${hint}` : codes.join(', ');
}
