import { brandOf } from '../brands.ts';
import type { TestCard } from '../cards.ts';
import { TEST_CARDS } from '../cards.ts';
import { spaced } from '../digits.ts';
import type { Language, Payment } from '../payment.ts';
import type { Texts } from '../texts/texts.ts';

interface TestCardsProps {
  readonly payment: Payment;
  readonly language: Language;
  readonly texts: Texts;
}

/** The published test cards, folded; a link fills in the form, with a name in place of a number. */
export function TestCards({ payment, language, texts }: TestCardsProps) {
  const { heading, intro, use, amounts } = texts.testCards;
  return (
    <details class="test-cards">
      <summary>{heading}</summary>
      <p>{intro}</p>
      <ul>
        {TEST_CARDS.map((card) => (
          <li key={card.name}>
            <p class="number">
              <bdi dir="ltr">{spaced(card.number)}</bdi>
            </p>
            <p id={`about-${card.name}`}>{aboutOf(card, texts)}</p>
            <a
              id={`use-${card.name}`}
              href={`/pay/${payment.id}?lang=${language}&use=${card.name}#form-heading`}
              aria-labelledby={`use-${card.name} about-${card.name}`}
            >
              {use}
            </a>
          </li>
        ))}
      </ul>
      <p>{amounts}</p>
    </details>
  );
}

function aboutOf({ number, threeDs, verdict, saved }: TestCard, texts: Texts): string {
  const brand = brandOf(number);
  const { verdicts, onceSaved } = texts.testCards;
  const parts = [
    brand === undefined ? '' : texts.brands[brand],
    texts.testCards.threeDs[threeDs],
    verdicts[verdict],
    saved === undefined ? '' : onceSaved(verdicts[saved]),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
