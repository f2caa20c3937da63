import { NOTIFICATION_EVENTS, PHASES, type NotificationEvent } from './event.ts';
import { CHANNELS, type MessageChannel } from './notification.ts';

/** What a template is for: an event, or whatever a merchant's people want to say. */
export const TEMPLATE_EVENTS = [...NOTIFICATION_EVENTS, 'communication'] as const;
export type TemplateEvent = (typeof TEMPLATE_EVENTS)[number];

export interface TemplateName {
  readonly channel: MessageChannel;
  readonly event: TemplateEvent;
}

/** Names that were published before the others (contract/messages#templates). */
const REQUEST_MAIL = 'payment-request-mail';
const COMMUNICATION = 'communication-notification';

/** The name by which programs call a template; WhatsApp has none about operations. */
export function templateIdOf({ channel, event }: TemplateName): string {
  if (event === 'communication') return `${COMMUNICATION}-${channel}`;
  return channel === 'email' && event === 'created' ? REQUEST_MAIL : `${event}-${channel}`;
}

/** Every template that there is. */
export const TEMPLATE_NAMES: readonly TemplateName[] = CHANNELS.flatMap((channel) =>
  TEMPLATE_EVENTS.filter((event) => hasTemplate(channel, event)).map((event) => ({
    channel,
    event,
  })),
);

/** The template of that name; undefined when there is none. The name by the rule is good for the published ones too. */
export function templateNamed(id: string): TemplateName | undefined {
  return TEMPLATE_NAMES.find(
    (name) => templateIdOf(name) === id || `${name.event}-${name.channel}` === id,
  );
}

function hasTemplate(channel: MessageChannel, event: TemplateEvent): boolean {
  return channel !== 'whatsapp' || event === 'communication' || !isOfOperation(event);
}

function isOfOperation(event: NotificationEvent): boolean {
  return PHASES[event] === 'post-operation';
}
