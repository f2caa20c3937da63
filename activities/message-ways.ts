import { nameIn } from '../domain/language.ts';
import type { Merchant } from '../domain/merchant.ts';
import {
  isForStaff,
  type Notification,
  type NotificationStatus,
} from '../domain/notification/notification.ts';
import { notSet, type Handed } from '../domain/notification/outcome.ts';
import { lengthOf } from '../domain/notification/parts.ts';
import {
  approvedTemplate,
  type PlugSettings,
  type TextChannel,
} from '../domain/notification/plug.ts';
import { templateNamed } from '../domain/notification/template-id.ts';
import { e164 } from '../domain/phone.ts';
import { webUrl } from '../domain/web-url.ts';
import type { PdfPool } from '../pdf/pool.ts';
import type { Store } from '../store/index.ts';
import type { FetchFile } from '../transports/fetch-file.ts';
import type { Files } from '../transports/files.ts';
import type { SendMail } from '../transports/mail.ts';
import type { MessagePlug, SendText } from '../transports/plug.ts';
import { attachedFile, type AttachmentStores } from './attached-file.ts';
import { enclosed, type Enclosed } from './enclosures.ts';
import { invoicePaper, type PaperStores } from './invoice-paper.ts';
import { contents, type Content, type ContentStores } from './message-content.ts';

/** How messages are sent. */
export interface MessageChannels {
  /** Left out where no mail server is set. */
  readonly mail?: { readonly send: SendMail; readonly host: string } | undefined;
  readonly sendText: SendText;
  /** The installation's own plugs, for merchants that have none. */
  readonly plugs: Readonly<Partial<Record<TextChannel, MessagePlug & PlugSettings>>>;
  readonly fetchFile: FetchFile;
  /** Makes PDF documents. */
  readonly print: PdfPool['print'];
  /** Under which payers reach our pages; left out where nobody gets messages. */
  readonly publicUrl?: string | undefined;
  /** Where the pages of the merchant's people are; left out where there are none. */
  readonly officeUrl?: string | undefined;
  /** The addresses of the people who run the installation. */
  readonly operators?: readonly string[] | undefined;
}

/** A message that can be handed over; one that comes to its end without; one for which somebody else's file, or the typesetter, is not there yet. */
export type Way =
  | {
      readonly provider: string;
      readonly parts?: number;
      readonly hand: (mayCommit: () => Promise<boolean>) => Promise<Handed>;
    }
  | { readonly end: Exclude<NotificationStatus, 'wanted' | 'sent'>; readonly why: string }
  | { readonly late: string };

type Stores = ContentStores &
  PaperStores &
  AttachmentStores & { readonly plugs: Pick<Store['plugs'], 'open'> };

const UNTRUE: Way = { end: 'dropped', why: 'not true any more' };

/** Words a message and finds its way out: the mail server, or the plug of unit, merchant or installation. */
export function messageWays(stores: Stores, channels: MessageChannels, files: Pick<Files, 'open'>) {
  const { publicUrl, officeUrl } = channels;
  return async (found: Notification, merchant: Merchant): Promise<Way> => {
    if (found.channel === 'email' && !channels.mail) return { end: 'failed', why: notSet('email') };
    if (publicUrl === undefined)
      return { end: 'failed', why: 'PUBLIC_URL of the worker is not set' };
    const content = await contents(stores, { publicUrl, officeUrl })(found, merchant);
    if (!content) return UNTRUE;
    if (found.channel === 'email') return mailWay(found, merchant, content);
    return textWay(found, found.channel, content);
  };

  async function filesOf(
    { event, enclosures = [] }: Notification,
    { about }: Content,
  ): Promise<Enclosed> {
    const sent = await enclosed(enclosures, { fetchFile: channels.fetchFile, kept: files });
    if (!('files' in sent) || !about) return sent;
    const added = await attachedFile(stores, files, about.transaction);
    const all = [...sent.files, ...added.files];
    if (event !== 'created' && event !== 'paid') return { files: all };
    const paper = await invoicePaper(stores, { ...about, publicUrl, print: channels.print });
    return 'files' in paper ? { files: [...all, ...paper.files] } : paper;
  }

  async function mailWay(found: Notification, merchant: Merchant, content: Content): Promise<Way> {
    const { mail } = channels;
    if (!mail) return { end: 'failed', why: notSet('email') };
    const enclosures = await filesOf(found, content);
    if (!('files' in enclosures)) return enclosures;
    const { id: messageId, to, cc, bcc, reached, language, event } = found;
    const { supportEmail: replyTo } = merchant;
    const { subject = '', text, html = '' } = content;
    const letter = {
      messageId,
      to,
      ...(cc && { cc }),
      ...(bcc && { bcc }),
      ...(reached && { reached }),
      fromName: nameIn(merchant, language),
      ...(replyTo !== undefined && !isForStaff(event) && { replyTo }),
      language,
      subject,
      text,
      html,
      files: enclosures.files,
    };
    return { provider: mail.host, hand: (mayCommit) => mail.send(letter, mayCommit) };
  }

  async function textWay(
    { id, merchantId, to: [address = ''], language, event, templateId }: Notification,
    channel: TextChannel,
    { text, unitCode }: Content,
  ): Promise<Way> {
    const unit = unitCode === undefined ? {} : { unitCode };
    const plug =
      (await stores.plugs.open({ merchantId, ...unit, channel })) ?? channels.plugs[channel];
    if (!plug) return { end: 'failed', why: notSet(channel) };
    const to = e164(address, plug.country);
    if (to === undefined) return { end: 'failed', why: 'no telephone number with its country' };
    if (text === '') return { end: 'failed', why: 'the template says nothing' };
    const length = channel === 'sms' ? lengthOf(text) : undefined;
    // What a program has named a template for is called by that.
    const subject = templateNamed(templateId ?? '')?.event ?? event;
    const template = channel === 'whatsapp' ? approvedTemplate(plug, subject) : undefined;
    const message = {
      id,
      channel,
      ...(plug.from !== undefined && { from: plug.from }),
      to,
      text,
      language,
      event: subject,
      ...(length && { length }),
      ...(template && { template }),
    };
    return {
      provider: webUrl(plug.url)?.host ?? '',
      ...(length && { parts: length.parts }),
      hand: (mayCommit) => channels.sendText(message, plug, mayCommit),
    };
  }
}
