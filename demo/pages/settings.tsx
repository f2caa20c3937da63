import { ANSWER_MODES } from '../answer-mode.ts';
import type { AnswerMode } from '../answer-mode.ts';
import { WORDS } from '../words.ts';
import type { Language } from '../words.ts';
import { document } from './layout.tsx';

/** The tester's choice of what webhooks are answered. */
export function settingsPage(language: Language, chosen: AnswerMode): string {
  const words = WORDS[language];
  return document({
    language,
    path: '/settings',
    title: words.nav.settings,
    children: (
      <>
        <h1>{words.nav.settings}</h1>
        <form class="card" method="post" action="/settings">
          <input type="hidden" name="lang" value={language} />
          <fieldset>
            <legend>{words.settingsTitle}</legend>
            <p>{words.settingsText}</p>
            {ANSWER_MODES.map((mode) => (
              <label class="choice">
                <input type="radio" name="answer" value={mode} checked={mode === chosen} />
                <span>{words.answers[mode]}</span>
              </label>
            ))}
          </fieldset>
          <button>{words.save}</button>
        </form>
      </>
    ),
  });
}
