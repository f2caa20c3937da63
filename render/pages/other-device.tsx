import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { CheckoutFacts } from './facts.ts';
import { Code } from './figure.tsx';

/** For who reads this on a computer and pays with a phone: a code to scan, and the same address in letters. */
export function OtherDevice({ qrCode, language }: CheckoutFacts): JSX.Element | null {
  if (qrCode === undefined) return null;
  const { otherDevice, otherDeviceText, otherDeviceImage } = words(language).checkout;
  return (
    <section class="other-device" aria-labelledby="other-device">
      <h2 id="other-device">{otherDevice}</h2>
      <p>{otherDeviceText}</p>
      <img src={qrCode.imageUrl} alt={otherDeviceImage} width="176" height="176" />
      <p>
        <Code>{qrCode.address}</Code>
      </p>
    </section>
  );
}
