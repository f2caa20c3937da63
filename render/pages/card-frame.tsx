import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import { FOLLOWED_METHODS, whenChosen } from './choices.ts';
import type { CheckoutFacts } from './facts.ts';

/** The field with the one-time word for what was typed in a network's frame. */
export const FRAME_REFERENCE = 'frame_reference';

/** Where the script shows the frame of the method at that place, while it is chosen. Without script there is none. */
export function FramePlace({
  facts: { methods, language },
  at,
}: {
  readonly facts: CheckoutFacts;
  readonly at: number;
}): JSX.Element | null {
  const url = methods[at]?.frameUrl;
  if (url === undefined || at >= FOLLOWED_METHODS) return null;
  const isCode = methods[at]?.saved !== undefined;
  const { frame, codeFrame } = words(language).cardFrame;
  return (
    <div
      class={`frame-place ${isCode ? 'code ' : ''}${whenChosen(at)}`}
      data-frame={url}
      data-title={isCode ? codeFrame : frame}
    />
  );
}

/** What the script sends along from a frame, and says while it pays. */
export function FrameWord(facts: CheckoutFacts): JSX.Element | null {
  const { language } = facts;
  if (!hasFrames(facts) && facts.services.length === 0) return null;
  return (
    <>
      {hasFrames(facts) && <input type="hidden" name={FRAME_REFERENCE} value="" />}
      {/* An element only where there is no script: then no place is kept for a frame. */}
      <noscript>
        <span class="unscripted" />
      </noscript>
      <p class="small assurance" role="status">
        <span data-working hidden>
          {words(language).cardFrame.working}
        </span>
      </p>
    </>
  );
}

/** The window above the page in which a bank asks the payer. */
export function ChallengeWindow(facts: CheckoutFacts): JSX.Element | null {
  const { language } = facts;
  if (!hasFrames(facts) && facts.services.length === 0) return null;
  const { challenge, challengeText, whole, close } = words(language).cardFrame;
  return (
    <dialog class="challenge" aria-labelledby="challenge-heading" data-title={challenge}>
      <h2 id="challenge-heading">{challenge}</h2>
      <p>{challengeText}</p>
      <div data-screen />
      <div class="actions">
        <a class="button" data-whole>
          {whole}
        </a>
        <button type="button" class="button quiet" data-close>
          {close}
        </button>
      </div>
    </dialog>
  );
}

function hasFrames({ methods }: CheckoutFacts): boolean {
  return methods.some(({ frameUrl }) => frameUrl !== undefined);
}
