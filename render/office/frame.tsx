import type { ComponentChildren, JSX } from 'preact';
import type { Glyph } from '../icons.ts';
import { officeWords } from '../locales/office-words.ts';
import { Fill } from '../pages/fill.tsx';
import { Icon } from '../pages/icon.tsx';
import type { OfficeFrame, Section } from './frame-facts.ts';
import { OtherLanguage, officeDocument, renderedMain } from './logged-out.tsx';
import { SmallForm } from './form.tsx';

interface FramedPage {
  readonly frame: OfficeFrame;
  readonly title: string;
  /** The pages above this one, from the outermost. */
  readonly path?: readonly { readonly label: ComponentChildren; readonly href: string }[];
  /** The title where others have written a part of it. */
  readonly here?: ComponentChildren;
  /** The page has a box of its own to search by. */
  readonly hasOwnSearch?: boolean;
  /** Narrow pages are forms and questions. */
  readonly isNarrow?: boolean;
  readonly main: ComponentChildren;
}

/** A whole HTML document around one page of the office, for who is logged in. */
export function framedPage(facts: FramedPage): string {
  const { frame, title, main, isNarrow } = facts;
  const { hasForm, content } = renderedMain(main, frame.language);
  return officeDocument(
    { ...frame, title: `${title} · ${frame.merchantName}` },
    <body class="office">
      <a class="skip" href="#content">
        {officeWords(frame.language).frame.skip}
      </a>
      <Rail frame={frame} hasForm={hasForm} />
      <div class="office-page">
        <TopBar {...facts} />
        <main
          id="content"
          class={isNarrow === true ? 'content narrow' : 'content'}
          tabIndex={-1}
          {...content}
        />
      </div>
    </body>,
  );
}

/** Where one can go, and who is here. A rail beside the page, on phones a bar above it. */
function Rail({
  frame,
  hasForm,
}: {
  readonly frame: OfficeFrame;
  readonly hasForm: boolean;
}): JSX.Element {
  const { language, merchantName, personName, sections, current, openTasks, logOut } = frame;
  const said = officeWords(language).frame;
  return (
    <header class="rail">
      <div class="brand">
        <bdi class="brand-name">{merchantName}</bdi>
        <span class="brand-product">{said.product}</span>
      </div>
      <nav aria-label={said.menu}>
        <ul class="sections">
          {sections.map(({ name, href }) => (
            <li key={name}>
              <a href={href} aria-current={name === current ? 'page' : undefined}>
                <Icon name={SECTION_GLYPHS[name]} />
                {said.sections[name]}
                {name === 'inbox' && openTasks !== undefined && openTasks > 0 && (
                  <span class="section-count">
                    {openTasks > MOST_SAID ? `${MOST_SAID}+` : openTasks}
                    <span class="unseen"> {said.openTasks}</span>
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="who">
        <p class="who-name">
          <Icon name="person" />
          <span>
            <Fill
              text={said.loggedInAs}
              with={{
                name: (
                  <a href="/office/account">
                    <bdi>{personName}</bdi>
                  </a>
                ),
              }}
            />
          </span>
        </p>
        <div class="who-does">
          <OtherLanguage {...frame} hasForm={hasForm} />
          <SmallForm form={logOut}>
            <button type="submit" class="plain-button">
              {said.logOut}
            </button>
          </SmallForm>
        </div>
      </div>
    </header>
  );
}

/** Who has more has enough to do. */
const MOST_SAID = 99;

const SECTION_GLYPHS: Readonly<Record<Section, Glyph>> = {
  inbox: 'tray',
  payments: 'list',
  'new-payment': 'plus',
  bulk: 'layers',
};

function TopBar({ frame, title, here, path = [], hasOwnSearch }: FramedPage): JSX.Element | null {
  const said = officeWords(frame.language).frame;
  const isSearchable =
    hasOwnSearch !== true && frame.sections.some(({ name }) => name === 'payments');
  return (
    <>
      {frame.isPaused === true && (
        <p class="band" role="status">
          <Icon name="pause" /> {said.paused}
        </p>
      )}
      {frame.isFormBack === true && (
        <p class="band" role="status">
          <Icon name="warning" /> {said.formBack}
        </p>
      )}
      {frame.isBegunAnew === true && (
        <p class="band" role="status">
          <Icon name="warning" /> {said.begunAnew}
        </p>
      )}
      {(path.length > 0 || isSearchable) && (
        <div class="top-bar">
          {path.length > 0 && (
            <nav aria-label={said.path}>
              <ol class="path">
                {path.map(({ label, href }) => (
                  <li key={href}>
                    <a href={href}>
                      <span>{label}</span>
                    </a>
                    <Icon name="chevron" isMirrored />
                  </li>
                ))}
                <li aria-current="page">
                  <span>{here || title}</span>
                </li>
              </ol>
            </nav>
          )}
          {isSearchable && (
            <form class="find" method="get" action="/office/payments" role="search">
              <label for="find">{said.find}</label>
              <input
                id="find"
                name="q"
                type="search"
                maxLength={200}
                dir="auto"
                autocomplete="off"
              />
              <button type="submit" class="square-button" aria-label={said.search}>
                <Icon name="search" />
              </button>
            </form>
          )}
        </div>
      )}
    </>
  );
}
