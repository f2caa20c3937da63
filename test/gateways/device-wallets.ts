import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { DEVICE_WALLETS, type DeviceWallet } from '../../domain/device-wallet/device-wallet.ts';
import type { JsonObject } from '../../domain/json.ts';
import {
  GatewayFault,
  type AccountSettings,
  type DeviceWalletRequest,
  type Gateway,
} from '../../gateways/gateway.ts';

/** What a wallet hands over for the network; when it is charged, it ends so. */
export type HandOverWallet = (wallet: DeviceWallet, ending: 'success' | 'decline') => JsonObject;

/** What every connector promises of the wallets of devices that its traits name. */
export function describeDeviceWallets(
  { traits, payByDevice, deviceWallets }: Gateway,
  {
    right,
    nowhere,
    handOver,
    aRequest,
  }: {
    readonly right: () => AccountSettings;
    readonly nowhere: () => AccountSettings;
    readonly handOver: HandOverWallet | undefined;
    readonly aRequest: (reference: string) => Omit<DeviceWalletRequest, 'wallet' | 'payload'>;
  },
): void {
  const taken = DEVICE_WALLETS.filter((one) => traits.paymentServices.includes(one));

  it('charges wallets of devices where its traits name them, and nowhere else', () => {
    assert.equal(payByDevice !== undefined, taken.length > 0);
    assert.equal(deviceWallets !== undefined, taken.length > 0);
  });
  if (!payByDevice || !deviceWallets) return;
  assert.ok(handOver);

  it('says of no other wallet what a payer’s program needs', () => {
    for (const wallet of DEVICE_WALLETS)
      if (!taken.includes(wallet)) assert.equal(deviceWallets(right())[wallet], undefined);
  });

  for (const wallet of taken) {
    const asked = (reference: string, ending: 'success' | 'decline'): DeviceWalletRequest => ({
      ...aRequest(reference),
      wallet,
      payload: handOver(wallet, ending),
    });

    it(`charges what ${wallet} has handed over once under one key, and repeats nothing of it`, async () => {
      const request = asked(`demo${NAMES[wallet]}OK222`, 'success');
      const charged = await payByDevice(right(), request);
      assert.ok(charged.step === 'report', charged.step);
      const { outcome, referenceNumber } = charged.report;
      assert.equal(referenceNumber, request.referenceNumber);
      assert.deepEqual(outcome, { result: 'success', kind: 'purchase', charged: request.total });
      assert.deepEqual(await payByDevice(right(), request), charged);
      for (const text of textsIn(request.payload))
        assert.ok(!JSON.stringify(charged).includes(text), 'the payload stands elsewhere');
    });

    it(`says of ${wallet} that it was declined, and why`, async () => {
      const request = asked(`demo${NAMES[wallet]}NO222`, 'decline');
      const declined = await payByDevice(right(), request);
      assert.ok(declined.step === 'report', declined.step);
      assert.deepEqual(declined.report.outcome, { result: 'failed' });
      assert.ok(declined.report.decline);
    });

    it(`tells nothing of what ${wallet} has handed over when nobody listens`, async () => {
      const request = asked(`demo${NAMES[wallet]}NW222`, 'success');
      const error: unknown = await payByDevice(nowhere(), request).catch((fault: unknown) => fault);
      assert.ok(error instanceof GatewayFault && error.kind === 'unsent', inspect(error));
      for (const text of textsIn(request.payload))
        assert.ok(!inspect(error, { depth: 10 }).includes(text), 'an error tells the payload');
    });
  }
}

const NAMES = { apple_pay: 'APPLE', google_pay: 'GOOGLE' } as const;

/** All texts that are long enough to be known again. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string')
    return value.length > 12 && value !== 'PAYMENT_GATEWAY' ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
