// The workflows that exist for tests, in one bundle (test-bundle.ts).
export { transaction } from './changed.ts';
export { suspended } from './suspended.ts';
export { delivery, tellNotice } from './tell-notice.ts';
export { waiting } from './waiting.ts';
