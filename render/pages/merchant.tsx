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

interface ActionsProps {
  readonly frame: PageFrame;
  readonly retryUrl?: string | undefined;
  readonly backToMerchantUrl?: string | undefined;
  readonly invoiceUrl?: string | undefined;
}

/** What the customer can do next on a page that is about something over. */
export function Actions({
  frame,
  retryUrl,
  backToMerchantUrl,
  invoiceUrl,
}: ActionsProps): JSX.Element | null {
  const { tryAgain, backTo } = words(frame.language).common;
  const retry = safeLink(retryUrl);
  const back = safeLink(backToMerchantUrl);
  if (retry === undefined && back === undefined && invoiceUrl === undefined) return null;
  return (
    <div class="actions">
      {retry !== undefined && (
        <a class="button primary" href={retry}>
          {tryAgain}
        </a>
      )}
      {back !== undefined && (
        <a class={retry === undefined ? 'button primary' : 'button'} href={back}>
          <span>
            <Fill text={backTo} with={{ merchant: <MerchantName frame={frame} /> }} />
          </span>
          <Icon name="arrow" isMirrored />
        </a>
      )}
      {invoiceUrl !== undefined && (
        <a class="button" href={invoiceUrl}>
          {words(frame.language).invoice.view}
        </a>
      )}
    </div>
  );
}
