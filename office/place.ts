import type { ApiClient, AskedAnswer } from './client.ts';

/**
 * A page of a list from a place on that the address names, else from its beginning. A place that is none of this list, cut off, made up or of
 * other filters, leads to the beginning, too, and `isBegunAnew` says so (contract/office#places); what else is wrong is in the answer.
 */
export async function listFrom(
  api: Pick<ApiClient, 'get'>,
  place: string,
  pathOf: (place: string) => string,
): Promise<{ readonly answer: AskedAnswer; readonly isBegunAnew: boolean }> {
  const answer = await api.get(pathOf(place));
  if (place === '' || answer.status !== 400) return { answer, isBegunAnew: false };
  const anew = await api.get(pathOf(''));
  return { answer: anew, isBegunAnew: anew.status === 200 };
}
