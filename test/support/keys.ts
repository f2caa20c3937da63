import { keyRing, TEST_ONLY_KEYS } from '../../config/key-ring.ts';

/** For stores, clients and workers that a test makes by itself. Production refuses these keys. */
export const TEST_KEYS = keyRing(TEST_ONLY_KEYS);
export const TEST_STORE_KEYS = { storage: TEST_KEYS, search: TEST_KEYS };
