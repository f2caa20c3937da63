import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { CheckoutFacts } from './facts.ts';
import { Figure } from './figure.tsx';
import { Fill } from './fill.tsx';

/** The field with what has stood on a wallet's sheet. */
export const SHEET_TOTAL = 'sheet_total';

/**
 * The buttons of wallets that the payer's device may have, above the list of all other ways to pay. The script shows those that the
 * browser has; without it there are none.
 */
export function DeviceServices(facts: CheckoutFacts): JSX.Element | null {
  const { services, editableAmount, language } = facts;
  if (services.length === 0) return null;
  const { problems, checkout } = words(language);
  const open = problems['page-open'];
  return (
    <div
      class="services"
      data-services
      data-open={`${open.title}. ${open.text}`}
      data-whole={editableAmount?.most.value}
      hidden
    >
      {services.map(({ wallet, name, fee, feeDescription, sheet, total, payUrl, sessionUrl }) => (
        <button
          type="button"
          class={`button service ${wallet}`}
          hidden
          data-sheet={sheet}
          data-total={total}
          data-pay={payUrl}
          data-session={sessionUrl}
        >
          <bdi lang="en">{name}</bdi>
          {fee !== undefined && (
            <span class="small">
              <Fill
                text={checkout.feeBeside}
                with={{ fee: <Figure amount={fee} language={language} /> }}
              />
              {feeDescription !== undefined && <bdi> ({feeDescription})</bdi>}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
