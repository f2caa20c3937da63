import type { PayloadCodec } from '@temporalio/common';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { InquiryThrottle } from '../domain/transaction/inquiry-throttle.ts';
import type { PdfPool } from '../pdf/pool.ts';
import type { OperationRef } from '../domain/operation/operation.ts';
import type { Store } from '../store/index.ts';
import type { VersionRef } from '../store/transactions.ts';
import type { WaitFor } from './poller.ts';
import type { Files } from '../transports/files.ts';
import type { Access } from './access/access.ts';
import type { Issuers } from './access/issuers.ts';
import type { LoginTimes } from '../domain/office-login.ts';
import type { OfficeLogins } from './access/office-logins.ts';
import type { Prove } from './access/prove.ts';
import type { ClientAddress } from './client-address.ts';
import type { Drain } from './drain.ts';
import type { Engine } from '../engine/engine.ts';
import type { Limits } from './limits/limits.ts';
import type { ApiMetrics } from './metrics/metrics.ts';

/** What the routes work with. */
export interface ApiDeps {
  readonly store: Store;
  readonly engine: Engine;
  /** Waits until an operation is kept as more than promised. */
  readonly outcome: WaitFor<OperationRef>;
  /** Waits until a transaction has a later version than this one. */
  readonly laterVersion: WaitFor<VersionRef>;
  /** Where uploads are kept. */
  readonly files: Files;
  readonly access: Access;
  /** Those by which people log in instead of a password. */
  readonly issuers: Issuers;
  /** The pages of a merchant's people; left out: there are none. */
  readonly office?: OfficeDeps;
  /** For credentials that `access` does not know. */
  readonly prove: Prove;
  readonly logger: Logger;
  readonly drain: Drain;
  readonly metrics: ApiMetrics;
  /** Where a request comes from, when proxies stand between. */
  readonly clientAddress: ClientAddress;
  /** Whether the caller's own connection is encrypted, when proxies stand between. */
  readonly isSecure: (ctx: Context) => boolean;
  /** Nothing can be created or paid, whoever the merchant is. */
  readonly paused: boolean;
  /** Merchants may move the clock of their agreements; never in production. */
  readonly testClock?: boolean;
  /** The old endpoints refuse who comes by plain HTTP. */
  readonly legacyNeedsHttps: boolean;
  /** The address under which payers and gateways reach this API. */
  readonly publicUrl: string;
  /** How often merchants may make us ask gateways about one transaction. */
  readonly inquiryThrottle: InquiryThrottle;
  readonly limits: Limits;
  /** How long a token for the file of a report is good, in milliseconds. */
  readonly downloadTokenMs: number;
  /** How a proxy in front sends files; left out: the API sends them itself. */
  readonly sendfile?: { readonly header: string; readonly prefix?: string };
  /** Which sources this process runs. */
  readonly build: { readonly version: string; readonly commit?: string };
  /** Makes PDF documents. */
  readonly pdfPool: PdfPool;
  /** Decrypts for operators what Temporal keeps. */
  readonly codec: { readonly payloads: PayloadCodec; readonly access: CodecAccess };
}

export interface OfficeDeps {
  readonly logins: OfficeLogins;
  /** How long those are good. */
  readonly times: LoginTimes;
  /** The address under which people's browsers reach it. */
  readonly url: string;
  /** It is served under the host of that address alone. */
  readonly isOnlyThere: boolean;
  /** Where workflows are looked at, up to the name of one. It shows those of all merchants, so nobody is led there unless it is set. */
  readonly workflowUi?: string;
}

/** Who may have payloads decrypted. */
export interface CodecAccess {
  /** Names, for the audit log, with the SHA-256 of their tokens in hex. */
  readonly tokens: ReadonlyMap<string, string>;
  /** The origins of the Temporal UIs that may ask from a browser. */
  readonly origins: readonly string[];
  /** The embedded mode: a browser on this machine that shows one of these UIs needs no token. */
  readonly admitsLoopback: boolean;
}
