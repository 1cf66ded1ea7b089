/** What was asked, what the engine says, and how far to trust it: the texts of a study of the gallery. */
import type { ReactElement } from 'react';

import { holds } from '../../../core/studies/claims.ts';
import { filled, type Claim, type StudyTexts } from '../../../core/studies/texts.ts';
import { Line } from '../../../widgets/Words.tsx';
import type { StudyResult } from '../types.ts';

/** The texts, with figures of this result. Without one, what the engine says is not known. */
export function Answer({
  texts,
  result,
}: {
  texts: StudyTexts;
  result: StudyResult | null;
}): ReactElement {
  const { by, where, date } = texts.asked;
  return (
    <section className="card study-answer" aria-labelledby="answer-title">
      <p className="quiet">
        Asked by {[by, where, date].filter((part) => part !== '').join(', ')}.
      </p>
      <h3 id="answer-title">What the engine says</h3>
      {result ? (
        <ul>
          {texts.says.map((claim) => (
            <ClaimLine key={claim.text} claim={claim} result={result} />
          ))}
        </ul>
      ) : (
        <p>The answer is computed with the study’s runs.</p>
      )}
      <h3>How far to trust it</h3>
      <ul>
        {texts.trust.map((text) => (
          <li key={text}>
            <Filled text={text} result={result} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A sentence; in a result in which it is not true, it is marked as such. */
function ClaimLine({ claim, result }: { claim: Claim; result: StudyResult }): ReactElement {
  const held = claim.holds.every((condition) => holds(condition, result));
  return (
    <li>
      {!held && <strong>Not so in this result: </strong>}
      <Filled text={claim.text} result={result} />
    </li>
  );
}

/** A text with its figures; computed ones stand out. */
function Filled({ text, result }: { text: string; result: StudyResult | null }): ReactElement {
  if (!result) {
    return <Line text={text.replace(/\{[^{}]*\}/g, '…')} />;
  }
  return (
    <>
      {filled(text, result).map(({ text: piece, computed }, at) =>
        computed ? <strong key={at}>{piece}</strong> : <Line key={at} text={piece} />,
      )}
    </>
  );
}
