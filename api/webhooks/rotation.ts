import type { Context } from 'koa';
import { isoUtc } from '../../domain/duration.ts';
import { Refusal } from '../../domain/refusal.ts';
import { MOST_PREVIOUS_KEYS, OVERLAP_HOURS, overlapUntil } from '../../domain/webhook/key.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { rotate, type Rotated } from '../../store/key-rotation.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import type { SentBody } from '../middleware/sent-body.ts';
import { endpointAt, newSecret, refuseAddresses } from './endpoints.ts';
import { presentEndpoint } from './present.ts';
import type { RotationBody } from './schema.ts';
import type { RouteContext } from '../route.ts';

type Deps = Pick<ApiDeps, 'store'>;

/** Another key for the merchant's own webhooks. Throws `invalid_state` when too many before it still sign, or one that should cannot be opened. */
export async function rotateKey({ store }: Deps, ctx: Context, body: SentBody<RotationBody>) {
  const merchantId = merchantOf(ctx);
  const overlap = overlapIn(body.read());
  const key = newSecret();
  const said = await rotate(
    store.previousKeys,
    { owner: { merchantId }, ...overlap },
    {
      read: () => store.merchants.sealedWebhookKey(merchantId),
      replace: (before) => store.merchants.setWebhookKey(merchantId, { before, key }),
    },
  );
  refuseUndone(said);
  return { webhook_key: key, previous_key_until: isoUtc(overlap.until) };
}

/** The same for an endpoint. */
export async function rotateSecret(
  deps: Deps,
  ctx: RouteContext<'id'>,
  body: SentBody<RotationBody>,
) {
  const { store } = deps;
  const endpoint = await endpointAt(deps, ctx);
  refuseAddresses(endpoint);
  const { merchantId, id } = endpoint;
  const overlap = overlapIn(body.read());
  const key = newSecret();
  const said = await rotate(
    store.previousKeys,
    { owner: { merchantId, endpointId: id }, ...overlap },
    {
      read: () => store.webhookEndpoints.sealedSecret(merchantId, id),
      replace: (before) => store.webhookEndpoints.setSecret({ merchantId, id }, { before, key }),
    },
  );
  refuseUndone(said);
  return {
    ...presentEndpoint(endpoint),
    secret: key,
    previous_secret_until: isoUtc(overlap.until),
  };
}

function overlapIn({ overlap_hours: hours = OVERLAP_HOURS.usual }: RotationBody) {
  const now = Date.now();
  return { until: overlapUntil(now, hours), now };
}

function refuseUndone(said: Rotated): void {
  switch (said) {
    case 'done':
      return;
    case 'gone':
      throw new Refusal('not_found', 'There is no key that could be replaced.');
    case 'full':
      throw new Refusal(
        'invalid_state',
        `${MOST_PREVIOUS_KEYS} keys before this one still sign. Wait until one of them is over, or end all of them with overlap_hours 0.`,
      );
    case 'unopenable':
      throw new Refusal(
        'invalid_state',
        'A key before this one cannot be read any more, so it cannot sign beside a new one. Ask with overlap_hours 0.',
      );
    case 'busy':
      throw new Refusal('locked', 'The key changes at this moment; ask again.');
    default:
      unreachable(said);
  }
}
