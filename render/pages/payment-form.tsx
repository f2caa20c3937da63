import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import { AmountField } from './amount-field.tsx';
import { FrameWord } from './card-frame.tsx';
import { Consent } from './consent.tsx';
import { whenOneOf } from './choices.ts';
import { DeviceServices } from './device-services.tsx';
import type { CheckoutFacts, MethodFacts } from './facts.ts';
import { BackToShop } from './merchant.tsx';
import { MethodList } from './method-list.tsx';
import { PayButton } from './pay-button.tsx';
import { SaveCard } from './save-card.tsx';

/** The id of the form with which is paid. */
export const PAYMENT_FORM = 'payment-form';
/** The field in which the script of the page says what the browser is. */
export const BROWSER = 'browser';

/** One form for both buttons. Pay comes first in it, so the Enter key pays and never cancels. */
export function PaymentForm(facts: CheckoutFacts): JSX.Element {
  const { cancelAction } = facts;
  const { checkout } = words(facts.language);
  return (
    <form
      id={PAYMENT_FORM}
      method="post"
      action={facts.formAction}
      class="form"
      data-totals={facts.editableAmount?.totalsUrl}
    >
      {facts.hidden.map(({ name, value }) => (
        <input
          type="hidden"
          name={name}
          value={value}
          data-live={SHOWN.has(name) ? name : undefined}
        />
      ))}
      <DeviceServices {...facts} />
      <AmountField {...facts} />
      <MethodList {...facts} />
      <SecondPhone {...facts} />
      <SaveCard {...facts} />
      <Consent {...facts} />
      <PayButton {...facts} />
      <FrameWord {...facts} />
      <Assurance {...facts} />
      <BackToShop {...facts} />
      {cancelAction !== undefined && (
        <button type="submit" class="button quiet" formaction={cancelAction} formNoValidate>
          {checkout.cancel}
        </button>
      )}
    </form>
  );
}

/** What the page has shown, which goes with the amount while that is typed. */
const SHOWN: ReadonlySet<string> = new Set(['shown', 'totals', 'wallet_shown']);

function isTyped({ kind, saved }: MethodFacts): boolean {
  return kind === 'card' && saved === undefined;
}

/** Beside the methods with which a card is typed. */
function Assurance(facts: CheckoutFacts): JSX.Element | null {
  if (!facts.methods.some(isTyped)) return null;
  const when = whenOneOf(facts, isTyped);
  return (
    <p class={`small assurance cards-elsewhere${when === undefined ? '' : ` ${when}`}`}>
      {words(facts.language).checkout.cardsElsewhere}
    </p>
  );
}

function SecondPhone({ customerPhone2, language }: CheckoutFacts): JSX.Element | null {
  if (customerPhone2 === undefined) return null;
  return (
    <div class="field">
      <label for="customer-phone-2">{words(language).fields.customerPhone2}</label>
      <input
        id="customer-phone-2"
        name="customer_phone_2"
        maxLength={16}
        type="tel"
        dir="ltr"
        autocomplete="tel"
        value={customerPhone2.value}
      />
    </div>
  );
}
