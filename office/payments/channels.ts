import type { MessageChannel } from '../../domain/notification/notification.ts';
import type { OfficeRequest } from '../request.ts';

/** The ways of a message that forms offer. */
export const OFFERED_CHANNELS: readonly MessageChannel[] = ['email', 'sms', 'whatsapp'];

/** Those whose boxes were ticked. */
export function tickedChannels({ ticked }: Pick<OfficeRequest, 'ticked'>): MessageChannel[] {
  const chosen = ticked('channels');
  return OFFERED_CHANNELS.filter((one) => chosen.includes(one));
}
