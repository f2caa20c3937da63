/** Activities that do nothing, for workflows that measure the rest. */
export const nothing = {
  first: async (): Promise<void> => undefined,
  second: async (): Promise<void> => undefined,
  save: async (): Promise<void> => undefined,
};
