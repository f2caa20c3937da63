import type { PayloadCodec } from '@temporalio/common';
import type { Logger } from 'pino';
import type { Store } from '../store/index.ts';
import type { CodecAccess } from './codec/access.ts';
import type { Drain } from './drain.ts';
import type { Engine } from './engine.ts';
import type { ApiMetrics } from './metrics/metrics.ts';

/** What the routes work with. */
export interface ApiDeps {
  readonly store: Store;
  readonly engine: Engine;
  readonly logger: Logger;
  readonly drain: Drain;
  readonly metrics: ApiMetrics;
  /** The address under which payers and gateways reach this API. */
  readonly publicUrl: string;
  /** Decrypts for operators what Temporal keeps. */
  readonly codec: { readonly payloads: PayloadCodec; readonly access: CodecAccess };
}
