import type { TextChannel } from '../../domain/notification/plug.ts';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

/** A mail as it came in, or a message by telephone, which has no subject and no HTML. */
export interface CapturedMessage {
  readonly number: number;
  readonly channel: 'email' | TextChannel;
  readonly messageId: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The names of what goes with it. */
  readonly files: readonly string[];
  /** What else the sender says of a message by telephone. */
  readonly more?: string;
}

/** A message by telephone as a sender hands it over (docs/operators.md). */
export interface TextLetter {
  readonly id: string;
  readonly channel: TextChannel;
  readonly from?: string;
  readonly to: string;
  readonly text: string;
}

export type Letters = ReturnType<typeof letters>;

/** The mails and messages of a directory, each a file that outlives a stop. */
export function letters(directory: string) {
  const numbers = () =>
    readdirSync(directory)
      .map((name) => Number(/^(\d+)\.(?:eml|json)$/.exec(name)?.[1] ?? 'NaN'))
      .filter((number) => Number.isSafeInteger(number))
      .toSorted((one, other) => one - other);
  const fileOf = (number: number, form: 'eml' | 'json' = 'eml') =>
    join(directory, `${number}.${form}`);
  let last = numbers().at(-1) ?? 0;
  /** A letter that came in stays as it is. */
  const parsed = new Map<number, Promise<CapturedMessage>>();

  function read(number: number): Promise<CapturedMessage> {
    const one = parsed.get(number) ?? parse(number);
    parsed.set(number, one);
    return one;
  }

  function all(): Promise<readonly CapturedMessage[]> {
    return Promise.all(numbers().toReversed().map(read));
  }

  async function parse(number: number): Promise<CapturedMessage> {
    if (!existsSync(fileOf(number))) return textIn(number, readFileSync(fileOf(number, 'json')));
    const { messageId, from, to, cc, subject, text, html, attachments } = await PostalMime.parse(
      readFileSync(fileOf(number)),
    );
    const addresses = (list: typeof to) => (list ?? []).map(({ address }) => address ?? '');
    return {
      number,
      channel: 'email',
      messageId: messageId ?? '',
      from: `${from?.name ?? ''} <${from?.address ?? ''}>`,
      to: addresses(to),
      cc: addresses(cc),
      subject: subject ?? '',
      text: text ?? '',
      html: html ?? '',
      files: attachments.map(({ filename }) => filename ?? ''),
    };
  }

  return {
    keep: (raw: Buffer): void => {
      last += 1;
      writeFileSync(fileOf(last), raw);
    },
    keepText: (text: TextLetter): void => {
      last += 1;
      writeFileSync(fileOf(last, 'json'), JSON.stringify(text));
    },
    read: async (number: number): Promise<CapturedMessage | undefined> =>
      numbers().includes(number) ? read(number) : undefined,
    /** The youngest first. */
    all,
    /** The same, of those that came to an address or a number. */
    sentTo: async (address: string): Promise<readonly CapturedMessage[]> =>
      (await all()).filter(({ to, cc }) => to.includes(address) || cc.includes(address)),
  };
}

function textIn(number: number, raw: Buffer): CapturedMessage {
  const { id, channel, from = '', to, text, ...more } = JSON.parse(raw.toString()) as TextLetter;
  return {
    number,
    channel,
    messageId: id,
    from,
    to: [to],
    cc: [],
    subject: '',
    text,
    html: '',
    files: [],
    more: JSON.stringify(more, undefined, 2),
  };
}
