import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import { commonTotal, methodId, selectedOf } from './choices.ts';
import { FramePlace } from './card-frame.tsx';
import type { CheckoutFacts, MethodFacts } from './facts.ts';
import { Figure } from './figure.tsx';
import { Fill } from './fill.tsx';
import { Icon } from './icon.tsx';
import { safeLink } from './link.ts';
import { coversAll, EitherWay, WalletChoice } from './wallet-choice.tsx';
import type { Language } from '../../domain/language.ts';

/** All ways to pay as one list: saved cards, the wallet as a box to tick, the methods. One of them is chosen from the start. */
export function MethodList(facts: CheckoutFacts): JSX.Element {
  const { methods, wallet } = facts;
  const { chooseMethod, onlyMethod } = words(facts.language).checkout;
  const isOnly = methods.length === 1 && wallet === undefined;
  const selected = selectedOf(facts);
  const cards = methods.filter(({ saved }) => saved !== undefined).length;
  return (
    <fieldset class="methods">
      <legend>{isOnly ? onlyMethod : chooseMethod}</legend>
      {methods.map((method, i) => (
        <>
          {i === cards && <WalletChoice {...facts} />}
          <MethodRow facts={facts} method={method} at={i} isSelected={method.code === selected} />
          <FramePlace facts={facts} at={i} />
        </>
      ))}
      {cards === methods.length && <WalletChoice {...facts} />}
    </fieldset>
  );
}

interface MethodRowProps {
  readonly facts: CheckoutFacts;
  readonly method: MethodFacts;
  /** Its place. */
  readonly at: number;
  readonly isSelected: boolean;
}

function MethodRow({ facts, method, at: i, isSelected }: MethodRowProps): JSX.Element {
  return (
    <div class="method-row">
      <label class="method" for={methodId(i)}>
        <input
          type="radio"
          id={methodId(i)}
          name="pg_code"
          value={method.code}
          checked={isSelected}
          // Hidden where the wallet pays all, and what is hidden cannot be asked for by the browser.
          required={!coversAll(facts)}
        />
        <MethodIcon {...method} />
        <span class="method-text">
          <span class="method-name">
            <bdi {...(method.saved && { dir: 'ltr' as const })}>{method.name}</bdi>
          </span>
          <AboutCard {...method} language={facts.language} />
          {method.description !== undefined && (
            <span class="small">
              <bdi>{method.description}</bdi>
            </span>
          )}
          <span class="prices" data-live={`price-${i}`}>
            <EitherWay facts={facts} tag="span" part={(given) => <Price {...given} at={i} />} />
          </span>
        </span>
      </label>
      <Removal {...method} language={facts.language} />
    </div>
  );
}

interface Spoken extends MethodFacts {
  readonly language: Language;
}

/** What there is to know of a saved card before it is chosen. */
function AboutCard({ saved, language }: Spoken): JSX.Element | null {
  if (saved === undefined) return null;
  const { expires, asksCvv } = words(language).cards;
  return (
    <>
      <span class="small">
        <Fill text={expires} with={{ expiry: <bdi dir="ltr">{saved.expiry}</bdi> }} />
      </span>
      {saved.asksCvv && <span class="small code-elsewhere">{asksCvv}</span>}
    </>
  );
}

/** Beside the row and not in it: whoever presses it has not chosen the card. */
function Removal({ saved, name, language }: Spoken): JSX.Element | null {
  const removeUrl = safeLink(saved?.removeUrl);
  if (removeUrl === undefined) return null;
  const { remove } = words(language).cards;
  return (
    <a class="removal" href={removeUrl} aria-label={`${remove}: ${name}`} title={remove}>
      <Icon name="trash" />
    </a>
  );
}

function MethodIcon({ kind, iconUrl }: MethodFacts): JSX.Element {
  const icon = safeLink(iconUrl);
  return (
    <span class="method-icon">
      {icon === undefined ? <Icon name={kind} /> : <img src={icon} alt="" width="40" height="40" />}
    </span>
  );
}

interface PriceProps {
  readonly facts: CheckoutFacts;
  /** The place of the method. */
  readonly at: number;
}

function Price({ facts, at }: PriceProps): JSX.Element | null {
  const method = facts.methods[at];
  if (method === undefined) return null;
  const hasTotal = commonTotal(facts) === undefined;
  const { exchangeBeside, feeBeside, totalBeside } = words(facts.language).checkout;
  const { exchange, fee, feeDescription, total } = method;
  if (fee === undefined && exchange === undefined && !hasTotal) return null;
  return (
    <span class="method-price small">
      {exchange !== undefined && (
        <span>
          <Fill
            text={exchangeBeside}
            with={{
              from: <Figure amount={exchange.from} language={facts.language} />,
              to: <Figure amount={exchange.to} language={facts.language} />,
            }}
          />
        </span>
      )}
      {fee !== undefined && (
        <span>
          <Fill
            text={feeBeside}
            with={{ fee: <Figure amount={fee} language={facts.language} /> }}
          />
          {feeDescription !== undefined && (
            <>
              {' '}
              <bdi>({feeDescription})</bdi>
            </>
          )}
        </span>
      )}
      {hasTotal && (
        <span>
          <Fill
            text={totalBeside}
            with={{ total: <Figure amount={total} language={facts.language} /> }}
          />
        </span>
      )}
    </span>
  );
}
