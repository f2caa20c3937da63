/** Activities that do nothing, for workflows that measure the rest. */
export const nothing = {
  first: async (): Promise<void> => undefined,
  second: async (): Promise<void> => undefined,
  save: async (): Promise<void> => undefined,
};

/** What a delivery does at least. */
export async function post({ url, body }: { readonly url: string; readonly body: string }) {
  const headers = { 'Content-Type': 'application/json' };
  const { status } = await fetch(url, { method: 'POST', headers, body });
  if (status !== 200) throw new Error(`The receiver said ${status}.`);
}
