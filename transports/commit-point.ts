import { Readable } from 'node:stream';

/** Something that is handed over as a stream; what makes it whole is let through only when that is allowed. */
export interface CommitPoint {
  readonly stream: Readable;
  /** Whether it was let through, so that the other side may have it. Waits for who was asked. */
  readonly isCommitted: () => Promise<boolean>;
}

/**
 * `body` goes out when the other side is ready for it; `end`, or the end of the stream where there is none, only after
 * `mayCommit` said true. When it says false or throws, the stream breaks, and the other side never gets the whole.
 */
export function commitPointOf(
  { body, end }: { readonly body: Buffer; readonly end?: Buffer },
  mayCommit: () => Promise<boolean>,
): CommitPoint {
  let asked: Promise<boolean> | undefined;
  let isOver = false;
  async function* held() {
    yield body;
    asked = mayCommit();
    if (!(await asked)) throw new Error('Another try has this message.');
    // Where the connection broke meanwhile, no end goes out.
    isOver = !stream.destroyed;
    if (end) yield end;
  }
  const stream: Readable = Readable.from(held());
  return {
    stream,
    isCommitted: async () => {
      await asked?.catch(() => undefined);
      return isOver;
    },
  };
}
