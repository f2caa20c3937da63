import { activityInfo } from '@temporalio/activity';
import { fieldSentence } from '../domain/field-sentence.ts';
import { askedAt, type Operation } from '../domain/operation/operation.ts';
import type { OperationReport } from '../domain/operation/report.ts';
import type { TellPayment } from '../engine/notify-transaction.ts';
import { GatewayFault, type Gateway, type OperationRequest } from '../gateways/gateway.ts';
import type { Store } from '../store/index.ts';
import { gatewayCall, isRefusal, noAnswer } from './failures.ts';
import { connectors, isRepeatable, type AccountConnector } from './connectors.ts';
import { walletPerformer } from './wallet.ts';
import type { OperationAnswer, Performer } from './performer.ts';

/** The run whose activity this is: each tells of its own versions. */
export function runThatTells(): string {
  return activityInfo().workflowExecution?.runId ?? '';
}

/** By where the money goes. */
export type Performers = Readonly<Record<Operation['destination'], Performer>>;

/** Those that move money: networks, and our own wallets. */
export function performersOf(
  stores: Pick<Store, 'gatewayAccounts' | 'wallets' | 'merchants'>,
): Performers {
  return {
    pg: gatewayPerformer(stores.gatewayAccounts),
    wallet: walletPerformer(stores),
  };
}

/** Has the network of the account do it that took the payment. */
export function gatewayPerformer(gatewayAccounts: Store['gatewayAccounts']): Performer {
  const connector = connectors(gatewayAccounts);
  const connectorOf = ({ merchantId, pgCode }: Operation) => connector(merchantId, pgCode);
  return {
    perform: async (operation) => operate(await connectorOf(operation), operation),
    inquire: async (operation) => inquire(await connectorOf(operation), operation),
  };
}

export function operationActivities(
  performers: Performers,
  operations: Pick<Store['operations'], 'find'>,
  tellPayment: TellPayment,
) {
  const performerOf = ({ destination }: Operation) => performers[destination];

  return {
    /**
     * Moves the money. The promise and the idempotency key are saved before this is called, and the key is the same on
     * every try. After an unknown answer it is asked what became of it before it is asked for again, because a network may
     * take no notice of keys; one that keeps them may tell only by that (`traits.afterSilence`). A no of a network counts only
     * when it has done no such thing: it may refuse the second try of what it was doing all the time.
     */
    async performOperation(operation: Operation): Promise<OperationReport> {
      const performer = performerOf(operation);
      return gatewayCall(async () => {
        if (activityInfo().attempt === 1) return performer.perform(operation);
        const known = await surely(() => performer.inquire(operation));
        if (!('step' in known)) return known;
        // Where the same was asked for before, a no to its repetition says nothing of that.
        return known.step === 'repeatable'
          ? surely(() => performer.perform(operation))
          : performer.perform(operation);
      });
    },

    /** What became of an operation. */
    async inquireOperation(operation: Operation): Promise<OperationAnswer> {
      return gatewayCall(() => performerOf(operation).inquire(operation));
    },

    /** Safe to repeat: the payment knows the version. */
    tellPayment,

    /** An operation as its payment has kept it; undefined where it was removed. */
    async loadOperation(operation: Operation): Promise<Operation | undefined> {
      return operations.find(operation);
    },
  };
}

/**
 * A no to the question, or to the repetition, says nothing of what was asked before, so it is no answer; nor do settings that
 * this worker cannot use.
 */
async function surely<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw error instanceof GatewayFault || isRefusal(error) ? noAnswer(error) : error;
  }
}

async function operate(
  connector: AccountConnector,
  operation: Operation,
): Promise<OperationReport> {
  const { operate: act } = able(connector.gateway);
  try {
    return await act(connector.settings, requestOf(operation));
  } catch (error) {
    // One that keeps keys gives one answer under one: it has refused from the first.
    if (!isRefusal(error) || isRepeatable(connector.gateway, askedAt(operation))) throw error;
    const known = await inquire(connector, operation).catch((fault: unknown) => {
      // Who wants to know nothing of us, as with a key that is withdrawn, has said the same no twice.
      throw isRefusal(fault) ? error : fault;
    });
    if ('step' in known) throw error;
    return known;
  }
}

/**
 * What was declined in an earlier try of a person is no answer to this one. Where a network tells only by its keys, it never
 * says for certain that there is nothing.
 */
async function inquire(
  { gateway, settings }: AccountConnector,
  operation: Operation,
): Promise<OperationAnswer> {
  const { afterSilence } = gateway.traits;
  const { inquireOperation: ask } = able(gateway);
  const answer = await ask(settings, requestOf(operation)).catch((fault: unknown) => {
    if (isRefusal(fault) || !isRepeatable(gateway, askedAt(operation))) throw fault;
    return { step: 'repeatable' } as const;
  });
  if ('step' in answer && afterSilence.by === 'repetition') {
    if (isRepeatable(gateway, askedAt(operation))) return { step: 'repeatable' };
    throw new GatewayFault('unknown', `${gateway.traits.name} does not say what became of it.`);
  }
  const isOld =
    !('step' in answer) &&
    answer.result === 'declined' &&
    answer.gatewayReference === operation.gatewayReference;
  return isOld ? { step: 'unheard-of' } : answer;
}

function able({ traits, operate: act, inquireOperation: ask }: Gateway) {
  if (act && ask) return { operate: act, inquireOperation: ask };
  throw new GatewayFault('refused', fieldSentence('gateway-does-nothing', { name: traits.name }));
}

function requestOf(operation: Operation): OperationRequest {
  const { kind, idempotencyKey, referenceNumber, paymentReference } = operation;
  const { gatewayPayment, amount, extra } = operation;
  return {
    kind,
    idempotencyKey,
    referenceNumber,
    paymentReference,
    ...(gatewayPayment !== undefined && { gatewayPayment }),
    ...(kind !== 'void' && { amount }),
    ...(extra && { extra }),
    askedAt: askedAt(operation),
  };
}
