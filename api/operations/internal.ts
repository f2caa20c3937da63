import type { Initiator } from '../../domain/initiator.ts';
import { unreachable } from '../../domain/unreachable.ts';
import type { ApiDeps } from '../deps.ts';
import { referenceFor, withMerchant } from '../payer.ts';
import { presentInternal } from './present.ts';
import type { CheckedRequest } from './request.ts';
import type { InternalKind } from './schema.ts';

/** What is done in our own books alone: cancel, expire, delete (contract/operations#states). Throws a Refusal. */
export async function doInternally(
  deps: ApiDeps,
  {
    asked: { transaction },
    name,
    by,
  }: {
    readonly asked: CheckedRequest;
    readonly name: InternalKind;
    readonly by: Initiator | undefined;
  },
) {
  const { engine } = deps;
  switch (name) {
    case 'cancel': {
      const view = await withMerchant(deps, transaction);
      await engine.cancelForServer(transaction, await referenceFor(deps, view));
      return presentInternal(name);
    }
    case 'expire':
      await engine.expire(transaction);
      return presentInternal(name);
    case 'delete': {
      const { isRemoved } = await engine.remove(transaction, by);
      return presentInternal(
        name,
        isRemoved
          ? 'The transaction is removed for good.'
          : 'The transaction is archived; restore brings it back.',
      );
    }
    default:
      return unreachable(name);
  }
}
