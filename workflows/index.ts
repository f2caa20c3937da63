export { delivery } from './delivery.ts';
export { invoice } from './invoice.ts';
export { notification } from './notification.ts';
export { operation } from './operation/workflow.ts';
export { revive } from './revive.ts';
export { sweep } from './sweep.ts';
export { transaction } from './transaction/workflow.ts';
