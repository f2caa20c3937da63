import { MAX_ATTACHMENT_BYTES } from '../../domain/attachment.ts';
import { officeWords } from '../locales/office-words.ts';
import { loggedOutPage, type LoggedOutFrame } from './logged-out.tsx';

/** What can be the matter with a request for a page; `-sent`: with a form; `-again`: with one that was sent before, of which nobody knows whether it was done. */
export type OfficeMessage =
  | 'forbidden'
  | 'forbidden-sent'
  | 'forbidden-again'
  | 'foreign-page'
  | 'form-expired'
  | 'not-found'
  | 'no-such-use'
  | 'too-many'
  | 'too-many-again'
  | 'large-file'
  | 'unreadable'
  | 'unavailable'
  | 'unavailable-sent'
  | 'error'
  | 'error-sent';

/** A page that says what is the matter and what to do next, and after a fault that this is safe. */
export function renderOfficeMessage({
  message,
  requestId,
  seconds = '60',
  ...frame
}: LoggedOutFrame & {
  readonly message: OfficeMessage;
  readonly requestId: string;
  /** Of too many: until it may be tried again. */
  readonly seconds?: string | undefined;
}): string {
  const { messages, common } = officeWords(frame.language);
  const { title, text } = messages[message];
  return loggedOutPage(frame, {
    title,
    main: (
      <div class="fields">
        <h1>{title}</h1>
        <p>{text.replace('{seconds}', seconds).replace('{size}', MOST_MEGABYTES)}</p>
        <p class="small">
          {common.requestId}{' '}
          <bdi class="code" dir="ltr">
            {requestId}
          </bdi>
        </p>
        <a class="button" href="/office/">
          {common.toOffice}
        </a>
      </div>
    ),
  });
}

const MOST_MEGABYTES = String(MAX_ATTACHMENT_BYTES / 1_000_000);
