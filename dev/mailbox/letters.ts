import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

/** A mail as it came in. */
export interface Letter {
  readonly number: number;
  readonly messageId: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type Letters = ReturnType<typeof letters>;

/** The mails of a directory, each a file that outlives a stop. */
export function letters(directory: string) {
  const numbers = () =>
    readdirSync(directory)
      .map((name) => Number(/^(\d+)\.eml$/.exec(name)?.[1] ?? 'NaN'))
      .filter((number) => Number.isSafeInteger(number))
      .toSorted((one, other) => one - other);
  const fileOf = (number: number) => join(directory, `${number}.eml`);
  let last = numbers().at(-1) ?? 0;

  async function read(number: number): Promise<Letter | undefined> {
    if (!numbers().includes(number)) return undefined;
    const { messageId, from, to, cc, subject, text, html } = await PostalMime.parse(
      readFileSync(fileOf(number)),
    );
    const addresses = (list: typeof to) => (list ?? []).map(({ address }) => address ?? '');
    return {
      number,
      messageId: messageId ?? '',
      from: `${from?.name ?? ''} <${from?.address ?? ''}>`,
      to: addresses(to),
      cc: addresses(cc),
      subject: subject ?? '',
      text: text ?? '',
      html: html ?? '',
    };
  }

  return {
    keep: (raw: Buffer): void => {
      last += 1;
      writeFileSync(fileOf(last), raw);
    },
    read,
    /** The youngest first. */
    all: async (): Promise<readonly Letter[]> => {
      const found = await Promise.all(numbers().toReversed().map(read));
      return found.filter((one) => one !== undefined);
    },
  };
}
