import type { Received } from '../inbox.ts';
import { WORDS } from '../words.ts';
import type { Language } from '../words.ts';

interface Props {
  readonly language: Language;
  readonly webhooks: readonly Received[];
  readonly orderLinks?: boolean;
}

/** Webhooks, the newest first, each with the verdict on its signature. */
export function WebhookList({ language, webhooks, orderLinks = false }: Props) {
  const words = WORDS[language];
  if (webhooks.length === 0) return <p class="card empty">{words.noWebhooks}</p>;
  return (
    <ol class="webhooks" reversed>
      {webhooks.toReversed().map((webhook) => (
        <li class="card" data-verified={webhook.verified}>
          <p class="line">
            <strong class={webhook.verified ? 'good' : 'bad'}>
              {webhook.verified ? `✓ ${words.verified}` : `✗ ${words.forged}`}
            </strong>
            <bdi dir="ltr">{summary(webhook.payload)}</bdi>
            {orderLinks && <OrderLink language={language} webhook={webhook} />}
            <time dateTime={webhook.receivedAt} dir="ltr">
              {webhook.receivedAt.slice(0, 19).replace('T', ' ')} UTC
            </time>
            <span>{words.answered(webhook.answered)}</span>
            {webhook.times > 1 && <span class="times">{words.times(webhook.times)}</span>}
          </p>
          <details>
            <summary>{words.payload}</summary>
            <pre dir="ltr">{pretty(webhook)}</pre>
          </details>
          <details>
            <summary>{words.headers}</summary>
            <pre dir="ltr">
              {Object.entries(webhook.headers)
                .map(([name, value]) => `${name}: ${String(value)}`)
                .join('\n')}
            </pre>
          </details>
        </li>
      ))}
    </ol>
  );
}

function OrderLink({
  language,
  webhook,
}: {
  readonly language: Language;
  readonly webhook: Received;
}) {
  const orderNo = webhook.payload['order_no'];
  if (!webhook.verified || typeof orderNo !== 'string') return null;
  return <a href={`/orders/${encodeURIComponent(orderNo)}?lang=${language}`}>{orderNo}</a>;
}

/** `paid · success · ABC123`, or for an operation `refund · success · ABC124`. */
function summary({ state, operation, result, reference_number }: Received['payload']): string {
  return [state ?? operation, result, reference_number].filter(Boolean).map(String).join(' · ');
}

/** What was verified, laid out; what is not JSON is shown as it came. */
function pretty({ payload, body }: Received): string {
  return Object.keys(payload).length > 0 ? JSON.stringify(payload, undefined, 2) : body;
}
