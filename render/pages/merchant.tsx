import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { PageFrame } from './facts.ts';
import { Icon } from './icon.tsx';
import { Fill } from './fill.tsx';
import { safeLink } from './link.ts';

/** The merchant's name inside a sentence, whatever its script. */
export function MerchantName({ frame }: { frame: PageFrame }): JSX.Element {
  return <bdi>{frame.merchantName ?? words(frame.language).common.theMerchant}</bdi>;
}

/** For who does not pay now. It is no button of the form: it changes nothing. */
export function BackToShop(frame: PageFrame & { backToShopUrl?: string }): JSX.Element | null {
  const back = safeLink(frame.backToShopUrl);
  if (back === undefined) return null;
  return (
    <a class="button quiet" href={back}>
      <BackTo {...frame} />
    </a>
  );
}

/** Its sign points against the line of reading, and so stands before the words. */
function BackTo(frame: PageFrame): JSX.Element {
  return (
    <>
      <Icon name="arrow-back" isMirrored />
      <span>
        <Fill
          text={words(frame.language).common.backTo}
          with={{ merchant: <MerchantName frame={frame} /> }}
        />
      </span>
    </>
  );
}

interface ActionsProps {
  readonly frame: PageFrame;
  readonly retryUrl?: string | undefined;
  readonly backToMerchantUrl?: string | undefined;
  readonly receiptUrl?: string | undefined;
  readonly invoiceUrl?: string | undefined;
}

/** What the customer can do next on a page that is about something over. */
export function Actions({
  frame,
  retryUrl,
  backToMerchantUrl,
  receiptUrl,
  invoiceUrl,
}: ActionsProps): JSX.Element | null {
  const { tryAgain } = words(frame.language).common;
  const retry = safeLink(retryUrl);
  const back = safeLink(backToMerchantUrl);
  const papers = [
    { label: words(frame.language).receipt.download, url: receiptUrl },
    { label: words(frame.language).invoice.view, url: invoiceUrl },
  ].flatMap(({ label, url }) => (url === undefined ? [] : [{ label, url }]));
  if (retry === undefined && back === undefined && papers.length === 0) return null;
  return (
    <div class="actions">
      {retry !== undefined && (
        <a class="button primary" href={retry}>
          {tryAgain}
        </a>
      )}
      {back !== undefined && (
        <a class={retry === undefined ? 'button primary' : 'button'} href={back}>
          <BackTo {...frame} />
        </a>
      )}
      {papers.map(({ label, url }) => (
        <a class="button" href={url}>
          {label}
        </a>
      ))}
    </div>
  );
}
