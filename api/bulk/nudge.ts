import type { Bulk } from '../../domain/bulk/bulk.ts';
import type { ApiDeps } from '../deps.ts';
import { Unavailable } from '../../engine/unavailable.ts';

/**
 * Has a bulk go on as its document says. When Temporal is away the document stands, and the sweep finds it: to refuse what
 * was taken would have it sent a second time.
 */
export async function nudge({ engine }: Pick<ApiDeps, 'engine'>, bulk: Bulk): Promise<void> {
  try {
    await engine.nudgeBulk(bulk);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  }
}
