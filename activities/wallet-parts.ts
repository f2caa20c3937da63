import { Refusal } from '../domain/refusal.ts';
import { againKey, walletReceiptOf } from '../domain/wallet/part.ts';
import type { Reservation, ToldSpending } from '../domain/wallet/spending.ts';
import type { MerchantId, PgCode, SessionId } from '../domain/ids.ts';
import type { Conclusion } from '../domain/wallet/operation.ts';
import type { WalletOperation } from '../domain/wallet/entry.ts';
import type { WalletStore } from '../store/wallets.ts';
import type { RemovedAttemptRef } from './removed-inquiry.ts';
import type { CallForClosedWallet } from './removed-wallets.ts';

/** A wallet shall pay its part of an attempt. */
export interface PartCommand extends Reservation {
  readonly key: string;
  readonly sessionId: SessionId;
  readonly pgCode: PgCode;
}

/** Nothing shall be set aside for a part any more. */
export interface PartName {
  readonly merchantId: MerchantId;
  readonly key: string;
}

/** What was spent for a part shall go back. */
export interface PartReturn extends PartName {
  /** Given where the payment was removed meanwhile: it has no document that could say what came of it. */
  readonly removed?: Pick<RemovedAttemptRef, 'sessionId' | 'referenceNumber'>;
}

/**
 * What wallets do for payments at checkout. All of it is safe to repeat: a key is one reservation, which ends once, however
 * often it is asked for.
 */
export function walletPartActivities(
  {
    wallets,
  }: { readonly wallets: Pick<WalletStore, 'move' | 'conclude' | 'operationOf' | 'account'> },
  callForClosedWallet: CallForClosedWallet,
) {
  return {
    /** Sets a part aside, instead of what older tries of the payment have set aside; or says that there is not so much. */
    async reservePart(command: PartCommand): Promise<ToldSpending> {
      for (const key of command.instead) await release(command.holder.merchantId, key);
      return unlessRefused(async () => {
        const operation = await reserve(command, command.key);
        return operation.status === 'pending'
          ? { step: 'reserved', receipt: walletReceiptOf(operation) }
          : { step: 'refused' };
      });
    },

    /**
     * Makes a part the merchant's. Where its reservation has ended it is taken anew, once, if there is still so much; what
     * other tries of the payment have set aside is free for it.
     */
    async spendPart(command: PartCommand): Promise<ToldSpending> {
      const { merchantId } = command.holder;
      for (const key of [command.key, againKey(command.key)]) {
        const known = await wallets.operationOf(merchantId, key);
        if (known && known.status !== 'pending' && known.status !== 'completed') continue;
        const told = await spend(command, key, known);
        if (told) return told;
      }
      return { step: 'refused' };
    },

    /**
     * Gives free what is set aside under a key, and back what it finds spent: a run that was lost had spent it for a success that it
     * did not keep. What was never set aside, or has ended otherwise, stays as it is. True where it went into a wallet that is closed
     * by now.
     */
    async releasePart(name: PartName): Promise<boolean> {
      await release(name.merchantId, name.key);
      return giveBack(name);
    },

    /**
     * Gives back what was spent under a key. True where it went into a wallet that is closed by now; of a payment that was removed a
     * person is called for that.
     */
    async returnPart(name: PartReturn): Promise<boolean> {
      return giveBack(name);
    },
  };

  async function giveBack({ merchantId, key, removed }: PartReturn): Promise<boolean> {
    let isClosed = false;
    for (const one of [key, againKey(key)]) {
      const back = await conclude(merchantId, one, 'reversal');
      const account = back && (await wallets.account(merchantId, back.accountId));
      if (!back || account?.status !== 'closed') continue;
      isClosed = true;
      const part = { amount: back.amount, receipt: walletReceiptOf(back) };
      if (removed) await callForClosedWallet({ merchantId, ...removed, part });
    }
    return isClosed;
  }

  /** Undefined when the reservation was ended a moment before. */
  async function spend(
    command: PartCommand,
    key: string,
    known: WalletOperation | undefined,
  ): Promise<ToldSpending | undefined> {
    const { merchantId } = command.holder;
    if (!known) {
      for (const other of command.instead) await release(merchantId, other);
      const told = await unlessRefused(async () => {
        const operation = await reserve(command, key);
        return { step: 'reserved', receipt: walletReceiptOf(operation) };
      });
      if (told.step === 'refused') return told;
    }
    const spent = await conclude(merchantId, key, 'debit_payment');
    return spent && { step: 'spent', receipt: walletReceiptOf(spent) };
  }

  function reserve(
    { holder, part, sessionId, pgCode }: PartCommand,
    key: string,
  ): Promise<WalletOperation> {
    return wallets.move({
      holder,
      key,
      type: 'reserve',
      amount: part.amount,
      origin: { sessionId, pgCode },
      now: Date.now(),
    });
  }

  async function release(merchantId: MerchantId, key: string): Promise<void> {
    await conclude(merchantId, key, 'release');
  }

  /** Undefined when there is nothing under the key, or it has ended otherwise. */
  async function conclude(
    merchantId: MerchantId,
    key: string,
    how: Conclusion,
  ): Promise<WalletOperation | undefined> {
    try {
      return await wallets.conclude({ merchantId, key }, how, Date.now());
    } catch (error) {
      if (
        error instanceof Refusal &&
        (error.code === 'not_found' || error.code === 'invalid_state')
      )
        return undefined;
      throw error;
    }
  }
}

/** The wallet is suspended, empty, or not there: a no is an answer, not a fault. */
async function unlessRefused(work: () => Promise<ToldSpending>): Promise<ToldSpending> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return { step: 'refused' };
    throw error;
  }
}
