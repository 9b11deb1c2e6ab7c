// The copilot: a question about the leaderboard, its answer with a receipt for each figure, and the answers of before.
import { useState } from 'preact/hooks';
import { forget } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Text, WriteForm } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import { moment } from '../../words/format.ts';
import { useAnswers, useAt } from './asked.ts';

type Kept = Schemas['KeptAnswer'];
type Sentence = Schemas['ChatSentence'];
type Answered = Pick<Kept, 'question' | 'profile_id' | 'sentences' | 'written_by' | 'fallback' | 'struck'>;

const EXAMPLES = ['Which ads are best?', 'What is too expensive?', 'Which videos are watched?'];

export function Copilot() {
  const { path, query } = useAt();
  const [question, setQuestion] = useState('');
  const [answered, setAnswered] = useState<Answered>();
  const ask = async (): Promise<void> => {
    const asked = question.trim();
    const { data } = await unwrap(
      api.POST('/api/v1/workspaces/{workspaceId}/top-performers/chat', {
        params: { path },
        body: { question: asked, profile_id: query.profile_id },
      }),
    );
    setAnswered({ question: asked, profile_id: query.profile_id, ...data });
    setQuestion('');
    forget('creatives', 'answers');
  };
  return (
    <Panel title="Ask about these ads" lead="From the figures below alone; each figure of an answer opens where it comes from">
      <WriteForm button="Ask" submit={ask}>
        <Text label="Your question" value={question} set={setQuestion} maxLength={1000} />
        <p class="row">
          {EXAMPLES.map((example) => (
            <button key={example} type="button" class="button" onClick={() => setQuestion(example)}>
              {example}
            </button>
          ))}
        </p>
      </WriteForm>
      <div role="status">{answered && <AnswerOf answered={answered} />}</div>
      <Earlier />
    </Panel>
  );
}

function Earlier() {
  const { timezone } = useProfile();
  return (
    <Loaded answer={useAnswers()} lines={1}>
      {({ data }) =>
        data.length > 0 && (
          <details>
            <summary>Your earlier questions</summary>
            {data.map((kept) => (
              <section key={kept.answer_id}>
                <p class="second-line">{moment(kept.asked_at, timezone)}</p>
                <AnswerOf answered={kept} />
              </section>
            ))}
          </details>
        )
      }
    </Loaded>
  );
}

function AnswerOf({ answered }: { answered: Answered }) {
  const { question, sentences, written_by, fallback, struck } = answered;
  return (
    <>
      <h3>
        <bdi>{question}</bdi>
      </h3>
      <p>
        {sentences.map((sentence, at) => (
          <span key={at}>
            <Linked sentence={sentence} profileId={answered.profile_id} />{' '}
          </span>
        ))}
      </p>
      <p class="second-line">
        {written_by === 'rules-1' ? 'Written by rule.' : `Written by ${written_by}.`}
        {fallback !== null && ` The language model did not answer: ${fallback}.`}
        {struck > 0 && ` ${struck} of its numbers are in no figure and were struck.`}
      </p>
    </>
  );
}

/** The text with its figures, each with the place that it is read from. */
function Linked({ sentence: { text, figures }, profileId }: { sentence: Sentence; profileId: string | null }) {
  const { path } = useAt();
  const base = `/api/v1/workspaces/${path.workspaceId}/top-performers`;
  const only = profileId === null ? {} : { profile_id: profileId };
  let from = 0;
  const parts = figures.map(({ start, end, operation, at }) => {
    const before = text.slice(from, start);
    from = end;
    const isBrief = operation === 'getTopPerformersBrief';
    const source = { path: isBrief ? `${base}/brief` : base, query: isBrief ? only : { ...only, limit: 100 }, pointer: at };
    return (
      <span key={start}>
        {before}
        <Figure name={at.split('/').at(-1)?.replaceAll('_', ' ') ?? 'Figure'} source={source}>
          {text.slice(start, end)}
        </Figure>
      </span>
    );
  });
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}
