import type { JSX } from 'preact';
import type { StepUpBy } from '../../domain/single-sign-on.ts';
import { pluralOf } from '../locales/office-plural.ts';
import { officeWords } from '../locales/office-words.ts';
import { Code } from '../pages/figure.tsx';
import { Fill } from '../pages/fill.tsx';
import { CommentField } from './fields.tsx';
import { Icon } from '../pages/icon.tsx';
import { Lines } from '../pages/lines.tsx';
import { ApprovalSentence, ApprovalTrouble, approvalLines, ApprovalWarnings } from './approval.tsx';
import type { ApprovalFacts } from './approval-facts.ts';
import { OfficeForm } from './form.tsx';
import { framedPage } from './frame.tsx';
import { StepUpField } from './step-up.tsx';

export interface BreakGlassFacts extends ApprovalFacts {
  /** The request itself. */
  readonly requestUrl: string;
  /** By what they show once more who they are. */
  readonly showBy: StepUpBy;
}

/** The question before one person says yes for all: what it means, who hears of it, and why it is done. */
export function renderBreakGlass(facts: BreakGlassFacts): string {
  const { approval, breakGlass, inbox } = officeWords(facts.language);
  return framedPage({
    frame: facts,
    title: breakGlass.title,
    isNarrow: true,
    hasOwnSearch: true,
    path: [
      { label: inbox.title, href: '/office/inbox' },
      {
        label:
          facts.number === undefined ? (
            approval.titleOver[facts.kind]
          ) : (
            <Fill text={approval.number} with={{ number: <Code>{facts.number}</Code> }} />
          ),
        href: facts.requestUrl,
      },
    ],
    main: <BreakGlass {...facts} />,
  });
}

function BreakGlass(facts: BreakGlassFacts): JSX.Element {
  const { language, needed, votes } = facts;
  const said = officeWords(language).breakGlass;
  const missing = Math.max(needed - votes.length, 2);
  return (
    <>
      <ApprovalTrouble {...facts} />
      <section class="question decision">
        <h1>{said.title}</h1>
        <p class="lead">
          <ApprovalSentence {...facts} />
        </p>
        <div class="warnings">
          <h2>
            <Icon name="warning" /> {said.means}
          </h2>
          <ul>
            <li>{pluralOf(said.counts, missing, language).replace('{count}', String(missing))}</li>
            <li>{said.told}</li>
            <li>{said.alert}</li>
            <li>{said.moves}</li>
          </ul>
        </div>
        <ApprovalWarnings {...facts} />
        <Lines lines={approvalLines(facts)} />
        <BreakGlassForm {...facts} />
      </section>
    </>
  );
}

function BreakGlassForm(facts: BreakGlassFacts): JSX.Element {
  const { language, form, hidden, comment, commentFaults, requestUrl, showBy } = facts;
  const { breakGlass: said, approval } = officeWords(language);
  const isUnknown = facts.isUnknown === true;
  return (
    <OfficeForm
      isOfPage
      form={form}
      unanswered={isUnknown ? 'approve' : undefined}
      // What was asked for without an answer is asked for again as it was: with another reason it would be another question.
      hidden={isUnknown ? [...hidden, { name: 'comment', value: comment }] : hidden}
    >
      {!isUnknown && (
        <CommentField
          label={said.reason}
          hint={said.reasonHint}
          value={comment}
          rows={2}
          isRequired
          faults={commentFaults}
        />
      )}
      <StepUpField language={language} id="step_up" by={showBy} page={form.action} />
      <div class="question-does">
        <button type="submit" class={isUnknown ? 'act primary' : 'act danger'}>
          {isUnknown ? approval.lookAgain : said.press}
        </button>
        <a class="act" href={requestUrl}>
          {said.back}
        </a>
      </div>
    </OfficeForm>
  );
}
