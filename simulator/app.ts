import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import Koa from 'koa';
import type { CallbackPatience } from './callbacks.ts';
import { Callbacks, DEFAULT_PATIENCE } from './callbacks.ts';
import { Checkout } from './checkout.ts';
import { FaultBook } from './fault-book.ts';
import { answerFaults } from './faults.ts';
import { newCardReference, newCvvReference } from './ids.ts';
import type { Log } from './log.ts';
import { requestLog, stdoutLog } from './log.ts';
import type { Network } from './network.ts';
import type { TypedCard } from './outcomes.ts';
import { Records } from './records.ts';
import { assetRoutes } from './routes/assets.ts';
import { controlBookRoutes } from './routes/control-books.ts';
import { controlFaultRoutes } from './routes/control-faults.ts';
import { controlIsOff, controlRoutes } from './routes/control.ts';
import { controlDisputeRoutes } from './routes/control-disputes.ts';
import { controlOperationRoutes } from './routes/control-operations.ts';
import { deviceWalletRoutes } from './routes/device-wallets.ts';
import { merchantRoutes } from './routes/merchant.ts';
import { operationRoutes } from './routes/operations.ts';
import { cardFrameRoutes } from './routes/card-frame.ts';
import { cvvRoutes } from './routes/cvv.ts';
import { pageRoutes } from './routes/pages.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { TypedReferences } from './typed-references.ts';

export interface SimulatorOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host?: string;
  /** Where the journal is kept; without it everything is forgotten at the end. */
  readonly dataDir?: string;
  /** False closes the control routes. */
  readonly control?: boolean;
  /** The address that browsers use, when it is not the one that is listened on. */
  readonly publicUrl?: string;
  readonly patience?: CallbackPatience;
  readonly now?: () => Date;
  readonly log?: Log;
}

export interface Simulator {
  /** Resolves when requests are answered; fails when the port is taken. */
  listen(): Promise<{ readonly url: string }>;
  /** Finishes the requests and callbacks that are under way and takes no new ones. */
  close(): Promise<void>;
}

/** The whole card network, reading its journal at once and listening when told to. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { port, host = '127.0.0.1', publicUrl, now = () => new Date(), log = stdoutLog } = options;
  const { control = true } = options;
  const records = new Records(options.dataDir);
  const callbacks = new Callbacks(records, options.patience ?? DEFAULT_PATIENCE, now);
  let address = '';
  const base = () => publicUrl ?? address;
  const faults = new FaultBook();
  const checkout = new Checkout({ records, callbacks, faults, now, base });
  const cvv = new TypedReferences<true>(newCvvReference);
  const cards = new TypedReferences<TypedCard>(newCardReference);
  const network = { records, callbacks, checkout, cvv, cards, faults, control, now, base };
  const handle = appOf(network, log).callback();
  // Whoever has sent nothing for a while sends the next request on the same connection, which must not end at that moment.
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    void handle(request, response);
  });
  const shut = async () => {
    await new Promise((resolve) => {
      server.close(resolve);
    });
    await callbacks.close();
    records.close();
  };
  let closing: Promise<void> | undefined;
  return {
    listen: async () => {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(port, host, resolve);
      });
      address = addressOf(server.address());
      callbacks.resume();
      return { url: address };
    },
    close: () => (closing ??= shut()),
  };
}

function appOf(network: Network, log: Log): Koa {
  const { control } = network;
  const app = new Koa();
  app.silent = true;
  app.use(requestLog(log, network.now));
  app.use(answerFaults(log, network.now));
  if (!control) app.use(controlIsOff);
  app.use(bodyParser({ jsonLimit: '64kb', formLimit: '64kb', enableTypes: ['json', 'form'] }));
  const routers = [
    health(),
    merchantRoutes(network),
    operationRoutes(network),
    tokenRoutes(network),
    deviceWalletRoutes(network),
    cvvRoutes(network),
    cardFrameRoutes(network),
    pageRoutes(network),
    assetRoutes(),
  ];
  const controls = [
    controlRoutes,
    controlBookRoutes,
    controlFaultRoutes,
    controlOperationRoutes,
    controlDisputeRoutes,
  ];
  for (const router of routers) app.use(router.routes());
  if (control) for (const routes of controls) app.use(routes(network).routes());
  return app;
}

function health(): Router {
  const router = new Router();
  for (const path of ['/healthz', '/readyz'])
    router.get(path, (ctx) => {
      ctx.body = { status: 'ok' };
    });
  return router;
}

function addressOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string')
    throw new Error('The simulator has no address. Start it with SIMULATOR_PORT.');
  const { family, address: host, port } = address;
  return `http://${family === 'IPv6' ? `[${host}]` : host}:${port}`;
}
