import type { ApiDeps } from '../deps.ts';
import { returnUrl } from '../../gateways/return-url.ts';
import type { Submission } from '../../workflows/messages.ts';
import type { PayersView } from '../payer.ts';
import { pageSubmissionOf, type SubmittedForm } from '../submission-id.ts';

/**
 * Begins the attempt, or finds the one under way. Gives the address where the payer goes next; throws a Refusal. `before`: what
 * has to be asked or kept first, of what is going to be submitted; begins nothing where it throws.
 */
export async function submit(
  deps: Pick<ApiDeps, 'engine' | 'store' | 'publicUrl'>,
  view: PayersView,
  form: SubmittedForm,
  before: (submission: Submission) => Promise<void> = async () => {},
): Promise<string> {
  const { engine, publicUrl } = deps;
  const { transaction } = view;
  const { submission, updateId } = await pageSubmissionOf(deps, view, form);
  await before(submission);
  const submitted = await engine.submit(transaction, submission, updateId);
  if (submitted.to === 'gateway') return submitted.pageUrl;
  const { sessionId } = transaction;
  return returnUrl(
    publicUrl,
    { sessionId, referenceNumber: submitted.referenceNumber },
    form.language,
  );
}
