import type { AgreementTerms } from '../agreement/agreement.ts';
import { toDecimal } from '../money.ts';
import { withoutEmpty } from '../json.ts';

/** An agreement as merchants see it, in answers and webhooks (contract/webhooks#payload). */
export function agreementFields({ seller, extraParams, ...terms }: AgreementTerms) {
  const { maxAmountPerCycle: most } = terms;
  return withoutEmpty({
    id: terms.id,
    type: terms.type,
    amount_variability: terms.amountVariability,
    start_date: terms.startDate,
    expiry_date: terms.expiryDate,
    max_amount_per_cycle: most && toDecimal(most),
    cycle_interval_days: terms.cycleIntervalDays,
    total_cycles: terms.totalCycles,
    frequency: terms.frequency,
    seller:
      seller &&
      withoutEmpty({
        name: seller.name,
        short_name: seller.shortName,
        category_code: seller.categoryCode,
      }),
    extra_params:
      extraParams && withoutEmpty({ payment_processing_day: extraParams.paymentProcessingDay }),
  });
}
