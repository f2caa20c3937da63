import type { Context, Next } from 'koa';
import type { MerchantId } from '../../domain/ids.ts';
import { reportContentType, fileName, type Report } from '../../domain/report/report.ts';
import { tokenHash, type ReportToken } from '../../store/report-tokens.ts';
import type { Files } from '../../transports/files.ts';
import { fileKey } from '../../transports/file-key.ts';
import { callerOf, knownCaller } from '../access/caller.ts';
import { nameOf } from '../access/recorded.ts';
import { networkOf } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';
import { problemOf, RequestError } from '../middleware/errors.ts';
import { refuseUnlessSeen } from './seen.ts';

type Deps = Pick<ApiDeps, 'store' | 'files' | 'limits' | 'clientAddress' | 'sendfile'>;

/** For so long an address in a bucket is good: the browser is on its way there. Seconds. */
const URL_SECONDS = 60;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** What the audit log is told of a download beside how it ended. */
export interface DownloadFacts {
  reportId?: string;
  bytes?: number;
}

/**
 * The file behind a token (contract/reports#download): 429 over the caller's limit, 400 for what is no token, 404, 403
 * for somebody else's, 410 for one whose time is over.
 */
export async function download(deps: Deps, ctx: Context): Promise<void> {
  const report = await reportBehind(deps, ctx);
  const told = toldOf(ctx);
  told.reportId = report.encryptedId;
  const { size = 0, layout } = report;
  told.bytes = size;
  const name = fileName(report);
  const terms = {
    fileName: name,
    contentType: reportContentType(layout.format),
    seconds: URL_SECONDS,
  };
  const key = keyOf(report);
  const file = key && (await deps.files.handOver(key, terms));
  if (!file) throw notThere();
  ctx.set('Cache-Control', 'no-store');
  if (file.kind === 'url') {
    ctx.redirect(file.url);
    return;
  }
  ctx.type = terms.contentType;
  ctx.set('Content-Disposition', `attachment; filename="${name}"`);
  await send(deps, ctx, { key, path: file.path });
}

/**
 * Tells the audit log of every try, before a byte goes out: who, from where, with which token, of which report, and how it
 * ended. Stands outside of authorization, which may be what refuses. Who is nobody that we know is told of when their token is
 * one of ours: only then is there a merchant whom it concerns.
 */
export function downloadAudited(deps: Deps) {
  const { store, clientAddress } = deps;
  return async (ctx: Context, next: Next): Promise<void> => {
    let status: number;
    try {
      await next();
      ({ status } = ctx);
    } catch (error) {
      ({ status } = problemOf(error, ''));
      await tell(ctx, status);
      throw error;
    }
    await tell(ctx, status);
  };

  async function tell(ctx: Context, status: number): Promise<void> {
    const caller = knownCaller(ctx);
    const merchantId = caller ? caller.merchantId : await concerned(deps, ctx, status);
    if (merchantId === undefined) return;
    await store.audit.append({
      at: Date.now(),
      who: caller ? nameOf(caller) : NOBODY,
      from: clientAddress(ctx),
      action: {
        name: 'report.download',
        merchantId,
        requestId: ctx.state.requestId,
        tokenHash: tokenHash(tokenOf(ctx)),
        outcome: OUTCOMES[status] ?? 'error',
        ...toldOf(ctx),
      },
    });
  }
}

/** In the place of a name, of whom no key and no password told anything. */
const NOBODY = 'nobody';

/**
 * Whose file somebody wants who is nobody that we know. From one network no more are looked at than somebody may download:
 * whoever sends many requests, with a link that they have found, fills neither the log nor the database.
 */
async function concerned(
  { store, limits, clientAddress }: Deps,
  ctx: Context,
  status: number,
): Promise<MerchantId | undefined> {
  const text = tokenOf(ctx);
  if (status !== 401 || !UUID.test(text)) return undefined;
  const { isOver } = await limits.downloads.take(`${NOBODY}:${networkOf(clientAddress(ctx))}`);
  return isOver ? undefined : (await store.reportTokens.find(text.toLowerCase()))?.merchantId;
}

const OUTCOMES: Readonly<Record<number, string>> = {
  200: 'ok',
  302: 'ok',
  400: 'malformed',
  401: 'denied',
  403: 'denied',
  404: 'not_found',
  410: 'expired',
  429: 'limited',
};

async function reportBehind({ store }: Deps, ctx: Context): Promise<Report> {
  const text = tokenOf(ctx);
  if (!UUID.test(text)) throw new RequestError(400, 'invalid_parameters', 'This is no token.');
  const token = await store.reportTokens.find(text.toLowerCase());
  if (!token) throw notThere();
  refuseForeign(ctx, token);
  if (token.expiresAt <= Date.now())
    throw new RequestError(410, 'gone', 'This token has expired. List the reports for a new one.');
  const report = await store.reports.find(token);
  if (!report || report.status !== 'finished') throw notThere();
  // What the caller might see when it was listed may be more than now.
  refuseUnlessSeen(ctx, report);
  return report;
}

/** A token is good for who has listed the reports, and for nobody else, also of the same merchant. */
function refuseForeign(ctx: Context, { merchantId, owner }: ReportToken): void {
  const caller = callerOf(ctx);
  if (caller.merchantId === merchantId && nameOf(caller) === owner) return;
  throw new RequestError(403, 'forbidden', 'This token was given to somebody else.');
}

async function send(
  { files, sendfile }: Deps,
  ctx: Context,
  { key, path }: { readonly key: Parameters<Files['open']>[0]; readonly path: string },
): Promise<void> {
  if (sendfile) {
    const { header, prefix } = sendfile;
    ctx.set(header, prefix === undefined ? path : `${prefix}${key}`);
    ctx.body = '';
    return;
  }
  const file = await files.open(key);
  if (!file) throw notThere();
  ctx.body = file.stream;
  ctx.length = file.size;
}

function keyOf({ merchantId, id, tries, layout }: Report) {
  return fileKey(`reports/${merchantId}/${id}-${tries}.${layout.format}`);
}

function tokenOf(ctx: Context): string {
  return String(ctx['params']['token']);
}

function toldOf(ctx: Context): DownloadFacts {
  return (ctx.state.download ??= {});
}

function notThere(): RequestError {
  return new RequestError(404, 'not_found', 'There is no such file.');
}
