import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { CheckoutFacts } from './facts.ts';
import { Code } from './figure.tsx';
import { GatewayMessage } from './gateway-message.tsx';
import { Icon } from './icon.tsx';

/** Why the customer is here again. It takes the focus, so that it is read out first. */
export function ProblemAlert(facts: CheckoutFacts): JSX.Element | null {
  const { problem, referenceNumber, language } = facts;
  if (problem === undefined) return null;
  const { problems, declines, fields } = words(language);
  const { title, text } = problems[problem.kind];
  const { decline } = problem;
  return (
    <div class="alert" role="alert" tabIndex={-1} autofocus>
      <Icon name="warning" />
      <div>
        <p class="notice-title">{title}</p>
        <GatewayMessage language={language} word={problem} />
        <p>{decline ? declines.advice[decline.advice] : text}</p>
        {referenceNumber !== undefined && (
          <p class="small">
            {fields.referenceNumber}: <Code>{referenceNumber}</Code>
          </p>
        )}
      </div>
    </div>
  );
}
