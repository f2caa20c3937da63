import type { ComponentChildren, JSX } from 'preact';
import type { Amount } from './facts.ts';

/** An amount exactly as it was given, kept in one piece and left to right in any language. */
export function Figure({ amount }: { amount: Amount }): JSX.Element {
  return (
    <bdi dir="ltr" class="figure">
      {amount.currency} {amount.value}
    </bdi>
  );
}

/** Addresses, phones and references: left to right in any language, broken anywhere if long. */
export function Code({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <bdi dir="ltr" class="code">
      {children}
    </bdi>
  );
}
