import Koa from 'koa';
import type { SessionId } from '../domain/ids.ts';
import { officeAddresses } from '../office/errors.ts';
import type { Caller } from './access/caller.ts';
import type { Intent } from './access/recorded.ts';
import type { ApiDeps } from './deps.ts';
import { heldWhileStopping } from './drain.ts';
import { errors } from './middleware/errors.ts';
import { secureHeaders } from './middleware/headers.ts';
import { measure } from './middleware/measure.ts';
import type { IncomingFile, UploadedFile } from './middleware/multipart.ts';
import { notFound } from './middleware/not-found.ts';
import { requestLog } from './middleware/request-log.ts';
import type { DownloadFacts } from './reports/download.ts';
import { ROUTES } from './routes.ts';
import { routerOf } from './serve.ts';

/** The API: its middleware in the order in which a request meets it, then the routes. */
export function createApp(deps: ApiDeps): Koa {
  const app = new Koa();
  app.use(heldWhileStopping(deps.drain));
  app.use(requestLog(deps.logger));
  app.use(measure(deps.metrics));
  app.use(secureHeaders);
  app.use(errors(deps.logger));
  app.use(officeAddresses(deps));
  app.use(notFound);
  const router = routerOf({ ...deps, routes: ROUTES });
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
}

declare module 'koa' {
  /** What one step of a request leaves for those that follow it. A name that is not here does not compile. */
  interface DefaultState {
    requestId: string;
    /** Once authorization has let them in. */
    caller?: Caller;
    /** The same, of the codec's routes. */
    operator?: string;
    /** Writes into the audit log what is about to be changed. */
    intent?: Intent;
    /** Who it turned out to be, in the words of the audit log. */
    doer?: string;
    /** What it turned out to be about, in the same words. */
    subject?: string;
    files?: Readonly<Record<string, UploadedFile>>;
    incomingFile?: IncomingFile;
    /** What its Idempotency-Key has reserved for what it makes. */
    sessionId?: SessionId;
    /** An earlier request with that key may have done what this one wants. */
    isRepeated?: boolean;
    /** What is answered in place of 503, once money may be under way. */
    begun?: object;
    download?: DownloadFacts;
  }
}
