import type { AgreementTerms } from './agreement.ts';

/** Whether the dates of a merchant's charges are agreed on (`fixed`) or the merchant's to choose (`open`): card networks want to know. */
export type ChargeSchedule = 'fixed' | 'open';

/** As the agreement says; without one nothing is agreed on. */
export function scheduleOf(
  terms: Pick<AgreementTerms, 'type' | 'frequency'> | undefined,
): ChargeSchedule {
  const isRegular = terms?.type === 'recurring' || terms?.type === 'installment';
  return isRegular && terms.frequency !== 'irregular' ? 'fixed' : 'open';
}
