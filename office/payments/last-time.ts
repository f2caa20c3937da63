import type { NewPaymentFacts } from '../../render/office/new-payment-facts.ts';
import type { OfficeRequest } from '../request.ts';
import { OFFERED_CHANNELS } from './channels.ts';
import type { DetailAnswer } from './detail-facts.ts';
import type { SearchAnswer } from './list-facts.ts';

type LastTime = Pick<NewPaymentFacts, 'values'> & NewPaymentFacts['picked'];

const NEVER: LastTime = { values: {}, methods: [], channels: [] };

/**
 * What the newest request for payment of this person asked for, but for whose it was, what for and how much: a new one is mostly like
 * it (contract/office#new-payment). The payments themselves remember it; where they cannot be read a form begins without.
 */
export async function lastTime({ api, person }: OfficeRequest): Promise<LastTime> {
  const own = { type: 'payment_request', initiator_id: String(person.user.id), limit: '1' };
  const list = await api.get(`/b/checkout/v1/transactions/?${new URLSearchParams(own)}`);
  const [newest] = list.status === 200 ? (list.body as SearchAnswer).results : [];
  if (!newest) return NEVER;
  const read = await api.get(`/b/checkout/v1/pymt-txn/${newest.session_id}/`);
  if (read.status !== 200) return NEVER;
  const { currency_code, language, expiration_time, pg_codes, notifications } =
    read.body as DetailAnswer;
  return {
    values: {
      currency_code,
      language,
      expiration_time,
      ...(newest.unit_code !== undefined && { unit_code: newest.unit_code }),
    },
    methods: pg_codes,
    channels: OFFERED_CHANNELS.filter((one) => (notifications?.[one] ?? []).length > 0),
  };
}
