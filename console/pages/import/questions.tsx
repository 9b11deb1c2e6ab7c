// What nobody may guess: each question with its answers. One that is answered stays, so that the answer can be changed.
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Currencies } from '../../design/form.tsx';
import type { Draft } from './draft.ts';
import type { Import, Question, Reading } from './types.ts';
import { answersTo, answerWord, askWord, MEANINGS_OF_WORDS } from './words.ts';

/** Questions whose answer has a place of its own in the reading. */
const OWN = ['on_conflict', 'platform', 'account'] as const;
type Own = (typeof OWN)[number];
const isOwn = (ask: string): ask is Own => OWN.some((each) => each === ask);

const answerOf = (reading: Reading, ask: string): string | undefined =>
  (isOwn(ask) ? reading[ask] : reading.answers[ask]) ?? undefined;

function withAnswer(reading: Reading, ask: string, answer: string): Partial<Reading> {
  if (ask === 'on_conflict') {
    const chosen = (['add', 'replace', 'same'] as const).find((each) => each === answer);
    return chosen === undefined ? {} : { on_conflict: chosen };
  }
  return isOwn(ask) ? { [ask]: answer } : { answers: { ...reading.answers, [ask]: answer } };
}

/** The answer for one word is a part of the question about all: `status:ja`. */
const isOfWord = (ask: string): boolean => /^(?:status|type):/.test(ask);

/** Open questions, questions of this visit, and questions that were answered before. */
function useQuestions({ questions, reading }: Import): Question[] {
  const seen = useRef(new Map<string, Question>());
  for (const ask of Object.keys(reading.answers))
    if (!seen.current.has(ask) && !isOfWord(ask)) seen.current.set(ask, { ask, words: askWord(ask), choices: [] });
  for (const question of questions) seen.current.set(question.ask, question);
  return [...seen.current.values()].filter(({ ask }) => ask !== 'mapping');
}

export function Questions({ of, draft }: { of: Import; draft: Draft }) {
  const questions = useQuestions(of);
  return (
    <>
      {questions.map((question) => (
        <Asked
          key={question.ask}
          question={question}
          answer={answerOf(draft.reading, question.ask)}
          reply={(answer) => draft.change(withAnswer(draft.reading, question.ask, answer))}
        >
          <Words of={of} question={question} draft={draft} />
        </Asked>
      ))}
    </>
  );
}

interface AskedProps {
  question: Question;
  answer: string | undefined;
  reply: (answer: string) => void;
  children?: ComponentChildren;
}

interface WordsProps {
  of: Import;
  question: Question;
  draft: Draft;
}

/** A choice of a meaning for each unknown word. */
function Words({ of, question: { ask, choices }, draft }: WordsProps) {
  const meanings = MEANINGS_OF_WORDS[ask === 'status' && of.kind === 'deals' ? 'stage' : ask];
  if (meanings === undefined || draft.reading.answers[ask] !== undefined) return null;
  return (
    <>
      {choices.map((word) => {
        const name = `${ask}:${word}`;
        return (
          <label key={word}>
            {word === '' ? 'A blank cell' : `“${word}”`}
            <select
              value={draft.reading.answers[name] ?? ''}
              onChange={({ currentTarget: { value } }) => value !== '' && draft.change(withAnswer(draft.reading, name, value))}
            >
              <option value="">means …</option>
              {Object.entries(meanings).map(([meaning, text]) => (
                <option key={meaning} value={meaning}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        );
      })}
    </>
  );
}

function Asked({ question: { ask, words, choices }, answer, reply, children }: AskedProps) {
  const offered = answersTo(ask, choices);
  return (
    <fieldset class={answer === undefined ? 'import-question open' : 'import-question'}>
      <legend>{words}</legend>
      {children}
      {offered === undefined ? (
        <label>
          {askWord(ask)}
          <input
            type="text"
            value={answer ?? ''}
            maxLength={64}
            autocomplete="off"
            list={ask === 'currency' ? 'currencies' : undefined}
            onChange={({ currentTarget: { value } }) => value.trim() !== '' && reply(value.trim())}
          />
          {ask === 'currency' && <Currencies />}
        </label>
      ) : (
        offered.map((each) => (
          <label key={each} class="check">
            <input type="radio" name={`import-${ask}`} checked={each === answer} onChange={() => reply(each)} />
            <span>{answerWord(ask, each)}</span>
          </label>
        ))
      )}
    </fieldset>
  );
}
