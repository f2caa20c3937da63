import type { MessageChannel } from './notification.ts';

/** Channels whose messages are handed to a provider by HTTP. */
export type TextChannel = Exclude<MessageChannel, 'email'>;

/** How messages of a channel are handed over: of the installation, a merchant or a unit. Its token is kept apart. */
export interface PlugSettings {
  readonly url: string;
  /** Who they come from: a number, or a name of eleven letters. */
  readonly from?: string;
  /** Of numbers that come without one; ISO 3166-1. */
  readonly country?: string;
  /** Of the templates that WhatsApp has approved. */
  readonly namespace?: string;
  /** Their names, by event; a message of another event is text. */
  readonly approved?: Readonly<Partial<Record<string, string>>>;
}

/** The approved template of an event; undefined where none is named. */
export function approvedTemplate(
  { namespace, approved }: PlugSettings,
  event: string,
): { readonly name: string; readonly namespace?: string } | undefined {
  const name = approved?.[event];
  return name === undefined ? undefined : { name, ...(namespace !== undefined && { namespace }) };
}
