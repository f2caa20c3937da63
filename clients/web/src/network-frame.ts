import { isRecord } from './record.ts';

export interface NetworkFrame {
  readonly frame: HTMLIFrameElement;
  /** Whether its fields are there. */
  readonly isReady: () => boolean;
  /** The network's one-time word for what was typed; undefined when that is wrong or missing, which the frame itself says. */
  readonly reference: () => Promise<string | undefined>;
  readonly stop: () => void;
}

const PATIENCE_MS = 20_000;
/** A frame that has said nothing for so long does not come. */
const COMING_MS = 10_000;

/**
 * Makes of an element the network's frame for a card, or for the security code of a saved one: what is typed stays there, and only a
 * reference comes out (docs/connectors.md). Whatever another window says, or this one once it shows another origin, is not heard.
 */
export function networkFrame(
  frame: HTMLIFrameElement,
  {
    url,
    scheme,
    language,
    title,
    enter,
    missing,
  }: {
    readonly url: string;
    /** The `color-scheme` around it: where that does not follow the device, the frame does not, either. */
    readonly scheme?: string;
    readonly language: string;
    readonly title: string;
    /** The Enter key was pressed in it. */
    readonly enter: () => unknown;
    /** It does not come. */
    readonly missing: () => unknown;
  },
): NetworkFrame {
  const address = new URL(url);
  const { searchParams: query } = address;
  query.set('origin', location.origin);
  query.set('lang', language);
  if (scheme === 'light') query.set('scheme', scheme);
  frame.title = title;
  frame.referrerPolicy = 'no-referrer';
  frame.setAttribute('sandbox', 'allow-forms allow-scripts allow-same-origin allow-popups');
  frame.src = address.href;
  let isReady = false;
  let typed: string | undefined;
  let waiting: ((reference: string | undefined) => void) | undefined;
  const ask = () => frame.contentWindow?.postMessage({ type: 'submit' }, address.origin);
  const coming = setTimeout(missing, COMING_MS);

  const hear = ({ source, origin, data }: MessageEvent): void => {
    if (source !== frame.contentWindow || origin !== address.origin || !isRecord(data)) return;
    const { type, reference, height } = data;
    clearTimeout(coming);
    if (typeof height === 'number') frame.style.height = `${height}px`;
    // What is typed anew has no reference yet.
    if (type === 'ready' || type === 'valid') typed = undefined;
    if (type === 'done' && typeof reference === 'string') typed = reference;
    if (type === 'enter') enter();
    if (type === 'done' || type === 'ready' || type === 'faulty') {
      if (isReady) waiting?.(typed);
      // It has not heard what it was asked before it was there.
      else if (waiting) ask();
      isReady = true;
    }
  };
  addEventListener('message', hear);

  return {
    frame,
    isReady: () => isReady,
    reference: async () => {
      if (typed !== undefined) return typed;
      const answer = new Promise<string | undefined>((resolve) => {
        waiting = resolve;
        setTimeout(resolve, PATIENCE_MS);
      });
      if (isReady) ask();
      return answer;
    },
    stop: () => {
      clearTimeout(coming);
      removeEventListener('message', hear);
    },
  };
}
