import type { JSX } from 'preact';
import type { Glyph } from '../icons.ts';
import { words } from '../locales/words.ts';
import type { MessageFacts, MessageKind } from './facts.ts';
import { Fill } from './fill.tsx';
import { code, Lines } from './lines.tsx';
import { Actions, MerchantName } from './merchant.tsx';
import { page } from './page.tsx';
import type { Tone } from './status-head.tsx';
import { StatusHead } from './status-head.tsx';

/** A page for when there is nothing to pay here: what is the matter and what to do next. It changes
 *  nothing, so reloading it is safe. */
export function renderMessage(facts: MessageFacts): string {
  const { title } = words(facts.language).messages[facts.kind];
  return page({ frame: facts, title, main: <Message {...facts} /> });
}

function Message(facts: MessageFacts): JSX.Element {
  const { messages, fields } = words(facts.language);
  const { title, text } = messages[facts.kind];
  return (
    <main class="sheet card">
      <StatusHead {...LOOKS[facts.kind]} heading={title}>
        <p>
          <Fill text={text} with={{ merchant: <MerchantName frame={facts} /> }} />
        </p>
      </StatusHead>
      <Lines lines={[{ label: fields.traceId, value: code(facts.traceId) }]} />
      <Actions
        frame={facts}
        retryUrl={facts.retryUrl}
        backToMerchantUrl={facts.backToMerchantUrl}
      />
    </main>
  );
}

const LOOKS: Readonly<Record<MessageKind, { readonly glyph: Glyph; readonly tone: Tone }>> = {
  expired: { glyph: 'clock', tone: 'warn' },
  canceled: { glyph: 'cross', tone: 'bad' },
  'not-found': { glyph: 'search', tone: 'calm' },
  'unknown-return': { glyph: 'search', tone: 'calm' },
  'already-paid': { glyph: 'check', tone: 'good' },
  'not-available': { glyph: 'cross', tone: 'warn' },
  paused: { glyph: 'pause', tone: 'calm' },
  error: { glyph: 'warning', tone: 'bad' },
  'too-many': { glyph: 'clock', tone: 'warn' },
  unavailable: { glyph: 'pause', tone: 'warn' },
};
