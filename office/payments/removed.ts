import type { AnswerOf } from '../../api/infer.ts';
import type { removedAnswer } from '../../api/transactions/removed.ts';
import type { OfficeFrame } from '../../render/office/frame-facts.ts';
import type { RemovedFacts } from '../../render/office/removed-facts.ts';
import { renderRemoved } from '../../render/office/removed.tsx';
import { officeFrame } from '../frame.ts';
import type { OfficeAnswer } from '../page.ts';
import type { OfficeRequest } from '../request.ts';
import { operationInShort } from './detail-facts.ts';

type RemovedAnswer = AnswerOf<typeof removedAnswer>;

/** The page of what was removed for good (contract/office#payment); undefined where the API knows of none. */
export async function removedPage(page: OfficeRequest): Promise<OfficeAnswer | undefined> {
  const id = encodeURIComponent(page.params['session_id'] ?? '');
  const { status, body } = await page.api.get(`/b/checkout/v1/transactions/${id}/removed/`);
  if (status !== 200) return undefined;
  const facts = removedFacts(officeFrame(page, 'payments'), body as RemovedAnswer);
  return { html: renderRemoved(facts), status: 410 };
}

function removedFacts(frame: OfficeFrame, removed: RemovedAnswer): RemovedFacts {
  return {
    ...frame,
    sessionId: removed.session_id,
    ...(removed.order_no !== undefined && { orderNo: removed.order_no }),
    ...(removed.invoice_number !== undefined && { invoiceNumber: removed.invoice_number }),
    state: removed.state,
    amount: { value: removed.amount, currency: removed.currency_code },
    type: removed.type,
    createdAt: removed.created,
    removedAt: removed.removed,
    ...(removed.removed_by && { removedBy: removed.removed_by.username }),
    attempts: removed.attempts.map((one) => ({
      referenceNumber: one.reference_number,
      gateway: one.pg_code,
      state: one.state,
      total: { value: one.total, currency: one.currency_code },
      startedAt: one.started,
      ...(one.gateway_reference !== undefined && { gatewayReference: one.gateway_reference }),
    })),
    operations: removed.operations.map(operationInShort),
    late: removed.late_money.map((one) => ({
      amount: { value: one.amount, currency: one.currency_code },
      at: one.at,
      referenceNumber: one.reference_number,
      ...(one.gateway_payment !== undefined && { gatewayPayment: one.gateway_payment }),
    })),
    booked: bookedOf(removed),
  };
}

/** Entries of the ledger and disputes, as the timeline of a payment that is there tells them. */
function bookedOf({ ledger, disputes }: RemovedAnswer): RemovedFacts['booked'] {
  const posted = ledger.map((one) => ({
    at: one.at,
    kind: 'ledger' as const,
    about: one.reference_number,
    type: one.event,
    lines: one.lines.map(({ account, amount, currency_code: currency }) => ({
      account,
      amount: { value: amount, currency },
    })),
    technical: [
      { name: 'reference_number', value: one.reference_number },
      { name: 'pg_code', value: one.pg_code },
    ],
  }));
  const disputed = disputes.map((one) => ({
    at: one.said,
    kind: 'dispute' as const,
    about: one.dispute_id,
    state: one.state,
    amount: { value: one.amount, currency: one.currency_code },
    technical: [
      { name: 'about', value: one.dispute_id },
      { name: 'reference_number', value: one.reference_number },
    ],
  }));
  return [...posted, ...disputed].toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  );
}
