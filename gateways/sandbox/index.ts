import type { Inquired } from '../../domain/transaction/network.ts';
import type { Gateway } from '../gateway.ts';
import { readCallback } from './callback.ts';
import {
  chargeToken,
  closePayment,
  createOperation,
  createPayment,
  deleteToken,
  findOperation,
  findPayment,
} from './client.ts';
import { chargeDeviceWallet, sandboxAppleSession, sandboxWallets } from './device-wallet.ts';
import type { NetworkPayment } from './payment.ts';
import { readSandboxRow, SANDBOX_COLUMNS } from './settlement.ts';
import { sandboxSettings, type SandboxSettings } from './settings.ts';
import { openedPage, operationReport, uncharged } from './wire.ts';

/** The connector of the sandbox network, whose other side is `simulator/` (docs/simulator.md). */
export const sandbox: Gateway = {
  traits: {
    slug: 'sandbox',
    name: 'Sandbox',
    offline: false,
    kinds: ['purchase', 'authorize'],
    operations: ['refund', 'void'],
    captures: 'many',
    tokenization: true,
    autoDebit: true,
    cvv: true,
    paymentServices: ['apple_pay', 'google_pay'],
    afterSilence: { by: 'inquiry' },
  },
  checkSettings: (settings) => {
    sandboxSettings(settings);
  },
  pageOrigins: (settings) => [new URL(sandboxSettings(settings).url).origin],
  open: async (settings, request) => {
    const created = await createPayment(sandboxSettings(settings), request);
    return 'id' in created ? openedPage(created) : uncharged(request.referenceNumber, created);
  },
  charge: async (settings, request) => {
    const charged = await chargeToken(sandboxSettings(settings), request);
    return 'id' in charged ? openedPage(charged) : uncharged(request.referenceNumber, charged);
  },
  payByDevice: async (settings, request) =>
    openedPage(await chargeDeviceWallet(sandboxSettings(settings), request)),
  deviceWallets: (settings) => sandboxWallets(sandboxSettings(settings)),
  deviceWalletSession: (settings, about) => sandboxAppleSession(sandboxSettings(settings), about),
  framesChallenge: true,
  cvvFrame: (settings) => frameAt('/cvv', sandboxSettings(settings)),
  cardFrame: (settings) => {
    const sandboxed = sandboxSettings(settings);
    return sandboxed.card_frame ? frameAt('/card', sandboxed) : undefined;
  },
  forgetCard: (settings, { token }) => deleteToken(sandboxSettings(settings), token),
  inquire: async (settings, { referenceNumber }) =>
    asInquired(await findPayment(sandboxSettings(settings), referenceNumber)),
  close: async (settings, { referenceNumber }) =>
    asInquired(await closePayment(sandboxSettings(settings), referenceNumber)),
  operate: async (settings, request) =>
    operationReport(
      await createOperation(sandboxSettings(settings), request),
      request.paymentReference,
    ),
  inquireOperation: async (settings, { referenceNumber, paymentReference }) => {
    const operation = await findOperation(sandboxSettings(settings), referenceNumber);
    return operation ? operationReport(operation, paymentReference) : { step: 'unheard-of' };
  },
  settlement: { columns: SANDBOX_COLUMNS, read: readSandboxRow },
  readCallback: (settings, callback) => readCallback(sandboxSettings(settings), callback),
};

function frameAt(path: string, { url, account }: SandboxSettings): string {
  const frame = new URL(path, url);
  frame.searchParams.set('account', account);
  return frame.href;
}

function asInquired(payment: NetworkPayment | undefined): Inquired {
  return payment ? openedPage(payment) : { step: 'unheard-of' };
}
