import type { Draw } from './draw.ts';
import { isRecord } from './record.ts';

export interface SecurityCode {
  readonly frame: HTMLElement;
  /** The gateway's one-time word that the code was typed; undefined when it was not, which the frame itself says. */
  readonly reference: () => Promise<string | undefined>;
  readonly stop: () => void;
}

const PATIENCE_MS = 20_000;

/**
 * The gateway's frame for the security code of a saved card: the code stays there, and only a reference comes out
 * (docs/connectors.md). Whatever another window says, or this one once it shows another origin, is not heard.
 */
export function securityCode(
  draw: Draw,
  {
    url,
    language,
    title,
  }: { readonly url: string; readonly language: string; readonly title: string },
): SecurityCode {
  const address = new URL(url);
  address.searchParams.set('origin', location.origin);
  address.searchParams.set('lang', language);
  const frame = draw('iframe', {
    is: 'cvv-frame',
    attributes: {
      src: address.href,
      title,
      sandbox: 'allow-forms allow-scripts allow-same-origin',
      referrerpolicy: 'no-referrer',
    },
  });
  let typed: string | undefined;
  let waiting: ((reference: string | undefined) => void) | undefined;

  const hear = ({ source, origin, data }: MessageEvent): void => {
    if (source !== frame.contentWindow || origin !== address.origin || !isRecord(data)) return;
    const { type, reference } = data;
    if (type === 'done' && typeof reference === 'string') typed = reference;
    if (type === 'done' || type === 'ready') waiting?.(typed);
  };
  addEventListener('message', hear);

  return {
    frame,
    reference: async () => {
      if (typed !== undefined) return typed;
      const answer = new Promise<string | undefined>((resolve) => {
        waiting = resolve;
        setTimeout(resolve, PATIENCE_MS);
      });
      frame.contentWindow?.postMessage({ type: 'submit' }, address.origin);
      return answer;
    },
    stop: () => removeEventListener('message', hear),
  };
}
