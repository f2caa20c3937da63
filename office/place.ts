import type { ApiClient, AskedAnswer } from './client.ts';

/**
 * A page of a list at a path of the API: from the place on that the address names, a query of one name, else from its beginning. A place
 * that is none of this list, cut off, made up or of other filters, leads to the beginning, too, and `isBegunAnew` says so
 * (contract/office#places); what else is wrong is in the answer. `isFurther`: it does not begin with the beginning.
 */
export async function listFrom(
  api: Pick<ApiClient, 'get'>,
  path: string,
  query: Readonly<Record<string, string>>,
  place: Readonly<Record<string, string>>,
): Promise<{
  readonly answer: AskedAnswer;
  readonly isBegunAnew: boolean;
  readonly isFurther: boolean;
}> {
  const page = (from: typeof place) =>
    api.get(`${path}?${new URLSearchParams({ ...query, ...from })}`);
  const isNamed = Object.values(place).some((value) => value !== '');
  const answer = await page(isNamed ? place : {});
  if (!isNamed || answer.status !== 400) return { answer, isBegunAnew: false, isFurther: isNamed };
  const anew = await page({});
  return { answer: anew, isBegunAnew: anew.status === 200, isFurther: false };
}
