// Labels: all ads are analysed by rule at the press of a button, and a person labels them one after the other by keys: Tab between the lists, Enter to save.
import { useState } from 'preact/hooks';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Act } from '../../design/act.tsx';
import { Select, WriteForm } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { plural, ratio } from '../../words/format.ts';
import { inWords, titled, useDimensions, useLeaders } from './asked.ts';

type Dimensions = Schemas['CreativeDimensionsAnswer'];

/** What a look at an ad can say. */
const ASKED = ['production', 'hook', 'angle', 'proof', 'offer', 'subject'];

export function Labels() {
  return (
    <Loaded answer={useDimensions()} lines={8}>
      {(dimensions) => (
        <>
          <Analysis dimensions={dimensions} />
          <Loaded answer={useLeaders('cost')} lines={8}>
            {({ data }) =>
              data.length === 0 ? (
                <Empty title="No ad has cost anything yet." />
              ) : (
                <Labelling ads={data} dimensions={dimensions} />
              )
            }
          </Loaded>
        </>
      )}
    </Loaded>
  );
}

function Analysis({ dimensions: { data, meta } }: { dimensions: Dimensions }) {
  const { profile_id } = useProfile();
  const [queued, setQueued] = useState<number>();
  const analyse = async (): Promise<void> => {
    const { data: found } = await unwrap(
      api.POST('/api/v1/profile/creative-analysis/backfill', { params: { query: { profile_id } } }),
    );
    setQueued(found.queued + found.waiting);
  };
  const judged = data.flatMap(({ dimension, agreement }) =>
    agreement.filter(({ labelled }) => labelled > 0).map((each) => ({ dimension, ...each })),
  );
  return (
    <Panel
      title="Analysis"
      lead="Tags come from the platform’s fields, the picture and the words of an ad, each with its evidence"
    >
      <Act text="Analyse all ads" isPrimary act={analyse} afterwards={() => forget('creatives')} />
      {queued !== undefined && (
        <p role="status">
          {queued === 0 ? 'All ads are analysed as they are now.' : `${plural(queued, 'ad')} on the way; reload in a moment.`}
        </p>
      )}
      {judged.length > 0 && (
        <ul class="small soft">
          {judged.map(({ dimension, source, labelled, kappa, is_counted }) => (
            <li key={`${dimension} ${source}`}>
              {inWords(dimension)}, {source === 'words' ? 'by words' : 'by the language model'}: κ{' '}
              {kappa === null ? 'not known' : ratio(kappa)} of {plural(labelled, 'ad')} (
              {is_counted ? 'counts' : `counts from ${meta.fewest_labelled} ads and κ ${meta.least_kappa}`})
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface LabellingProps {
  ads: readonly Schemas['TopPerformer'][];
  dimensions: Dimensions;
}

function Labelling({ ads, dimensions }: LabellingProps) {
  const [at, setAt] = useState(0);
  const ad = ads[at % ads.length];
  if (!ad) return null;
  const next = (): void => setAt((at + 1) % ads.length);
  return (
    <Panel
      title="Your labels"
      lead={`Ad ${(at % ads.length) + 1} of ${ads.length}. Yours win over all others`}
      tools={
        <button type="button" class="button" onClick={next}>
          Skip
        </button>
      }
    >
      <div class="creatives-labelled">
        <div class="creatives-picture">{ad.thumbnail_url === null ? 'No picture' : <img src={ad.thumbnail_url} alt="" />}</div>
        <div>
          <h3>
            <bdi>{ad.ad_name ?? ad.ad_id}</bdi>
          </h3>
          <Fields key={`${ad.platform} ${ad.account_id} ${ad.ad_id}`} ad={ad} dimensions={dimensions} next={next} />
        </div>
      </div>
    </Panel>
  );
}

interface FieldsProps {
  ad: LabellingProps['ads'][number];
  dimensions: Dimensions;
  next: () => void;
}

function Fields({ ad, dimensions, next }: FieldsProps) {
  const { profile_id } = useProfile();
  const { ad_id, platform, account_id } = ad;
  const answer = useAnswer(['creatives', 'analysis', ad_id, platform, account_id], (signal) =>
    unwrap(
      api.GET('/api/v1/ads/{id}/creative-analysis', {
        params: { path: { id: ad_id }, query: { profile_id, platform, account_id } },
        signal,
      }),
    ),
  );
  return <Loaded answer={answer}>{({ data }) => <Form analysis={data} dimensions={dimensions} next={next} />}</Loaded>;
}

interface FormProps {
  analysis: Schemas['CreativeAnalysis'];
  dimensions: Dimensions;
  next: () => void;
}

function Form({ analysis, dimensions, next }: FormProps) {
  const { profile_id } = useProfile();
  const { ad_id, platform, account_id, tags } = analysis;
  const own = Object.fromEntries(
    tags.filter(({ source }) => source === 'person').map(({ dimension, level }) => [dimension, level]),
  );
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>(own);
  const save = async (): Promise<void> => {
    const all = ASKED.map((dimension): [string, string | null] => [dimension, labels[dimension] || null]);
    await unwrap(
      api.POST('/api/v1/ads/{id}/creative-analysis', {
        params: { path: { id: ad_id }, query: { profile_id }, header: { 'Idempotency-Key': crypto.randomUUID() } },
        body: { platform, account_id, labels: Object.fromEntries(all) },
      }),
    );
    forget('creatives');
    next();
  };
  return (
    <WriteForm button="Save and next" submit={save}>
      {dimensions.data
        .filter(({ dimension }) => ASKED.includes(dimension))
        .map(({ dimension, levels }) => (
          <Select
            key={dimension}
            label={titled(dimension)}
            value={labels[dimension] ?? ''}
            set={(level) => setLabels({ ...labels, [dimension]: level })}
            options={[
              ['', 'Not labelled'],
              ['none', 'None'],
              ...levels.map((level): [string, string] => [level, inWords(level)]),
            ]}
          />
        ))}
      <p class="small soft">
        {tags
          .filter(({ is_counted, source }) => is_counted && source !== 'person')
          .map(({ dimension, level, evidence }) => `${inWords(dimension)} ${inWords(level)} (“${evidence}”)`)
          .join(', ') || 'Nothing was found by rule yet.'}
      </p>
    </WriteForm>
  );
}
