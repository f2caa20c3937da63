import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { CheckoutFacts } from './facts.ts';
import { Fill } from './fill.tsx';
import { safeLink } from './link.ts';

/** What the merchant wants to have said before the payment, and what the customer has to agree to. */
export function Consent(facts: CheckoutFacts): JSX.Element | null {
  const { disclaimer, terms, problem, language } = facts;
  const { acceptTerms, readTerms } = words(language).checkout;
  const url = safeLink(terms?.url);
  return (
    <>
      {disclaimer !== undefined && (
        <p class="small">
          <bdi>{disclaimer}</bdi>
        </p>
      )}
      {terms !== undefined && (
        <div class="consent">
          <input
            id="terms"
            name="terms"
            type="checkbox"
            value="yes"
            required
            checked={terms.accepted}
            aria-invalid={problem?.kind === 'terms-required' ? 'true' : undefined}
          />
          <label for="terms">
            <Fill text={acceptTerms} with={{ terms: <bdi>{terms.text}</bdi> }} />
          </label>
          {url !== undefined && (
            <a href={url} target="_blank" rel="noopener noreferrer">
              {readTerms}
            </a>
          )}
        </div>
      )}
    </>
  );
}
