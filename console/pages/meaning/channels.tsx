// Which channel a visit belongs to: own rules before the built-in ones, what they would move, whose spend a utm_source names, and names that mean others.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty, ErrorBlock } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { addDays, todayIn } from '../../question/days.ts';
import { count } from '../../words/format.ts';
import { forgetMeaning, type Here, useHere } from './here.ts';
import { Moves } from './moves.tsx';
import { OtherNames } from './names.tsx';
import { RuleCard } from './rule-card.tsx';
import { channelsOf, type Draft, draftOf, newRule, type RuleSet, ruleOf, type Trial } from './rules.ts';
import { WhatIf } from './what-if.tsx';

type Alias = RuleSet['spend_aliases'][number];
export type Preview = Schemas['ClassificationPreviewAnswer'];
const DAYS = 90;

export function Channels() {
  const here = useHere();
  const query = { profile_id: here.profile_id };
  const answer = useAnswer(['meaning', 'rules', query], (signal) =>
    unwrap(api.GET('/api/v1/classification/rules', { params: { query }, signal })),
  );
  return (
    <Loaded answer={answer} lines={10}>
      {({ data }) => <Editor key={JSON.stringify([data.rules, data.other_names])} here={here} set={data} />}
    </Loaded>
  );
}

interface Edited {
  drafts: readonly Draft[];
  aliases: readonly Alias[];
  names: RuleSet['other_names'];
}

function useTrial(here: Here, set: RuleSet, { drafts, aliases, names }: Edited) {
  const [preview, setPreview] = useState<Preview>();
  const { isBusy, fault, run } = useWrite();
  const today = todayIn(here.timezone);
  const body: Omit<Trial, 'date_from' | 'date_to'> = {
    channels: channelsOf(drafts, set),
    rules: drafts.map(ruleOf),
    spend_aliases: [...aliases],
    other_names: names,
  };
  const params = { query: { profile_id: here.profile_id } };
  const ask = () =>
    run(async () => {
      const range = { date_from: addDays(today, -DAYS), date_to: addDays(today, -1) };
      setPreview(await unwrap(api.POST('/api/v1/classification/preview', { params, body: { ...body, ...range } })));
    });
  const save = () =>
    run(async () => {
      await unwrap(api.PUT('/api/v1/classification/rules', { params, body }));
      setPreview(undefined);
      forgetMeaning();
    });
  return { body, preview, isBusy, fault, ask, save, forgetPreview: () => setPreview(undefined) };
}

function Editor({ here, set }: { here: Here; set: RuleSet }) {
  const [drafts, setDrafts] = useState<readonly Draft[]>(set.rules.map(draftOf));
  const [aliases, setAliases] = useState<readonly Alias[]>(set.spend_aliases);
  const [names, setNames] = useState(set.other_names);
  const { body, preview, isBusy, fault, ask, save, forgetPreview } = useTrial(here, set, { drafts, aliases, names });
  const change = (next: readonly Draft[]): void => {
    setDrafts(next);
    forgetPreview();
  };
  const changeAliases = (next: readonly Alias[]): void => {
    setAliases(next);
    forgetPreview();
  };
  return (
    <form
      class="stack-wide"
      onSubmit={(event) => {
        event.preventDefault();
        void (preview ? save() : ask());
      }}
    >
      <Panel
        title="Own rules"
        lead="The first rule that matches decides; the built-in ones follow"
        tools={
          here.mayChange && (
            <button type="button" class="button" onClick={() => change([...drafts, newRule(drafts)])}>
              Add a rule
            </button>
          )
        }
      >
        {drafts.length === 0 && <Empty title="No rule of your own: the built-in ones decide." />}
        <Rules here={here} set={set} drafts={drafts} change={change} preview={preview} />
      </Panel>
      <Aliases here={here} set={set} aliases={aliases} change={changeAliases} />
      <OtherNames
        names={names}
        mayChange={here.mayChange}
        change={(next) => {
          setNames([...next]);
          forgetPreview();
        }}
      />
      {fault && <ErrorBlock error={fault} />}
      {preview && (
        <Moves preview={preview}>
          <WhatIf here={here} tried={{ classification_rules: body }} />
        </Moves>
      )}
      {here.mayChange && (
        <span class="row">
          <button type="submit" class="button primary" disabled={isBusy}>
            {preview ? 'Save and compute again' : 'What would move?'}
          </button>
        </span>
      )}
      <BuiltIn set={set} />
    </form>
  );
}

interface RulesProps {
  here: Here;
  set: RuleSet;
  drafts: readonly Draft[];
  change: (drafts: readonly Draft[]) => void;
  preview: Preview | undefined;
}

function Rules({ here, set, drafts, change, preview }: RulesProps) {
  const names = [...set.channels, ...set.built_in_channels].map(({ name }) => name);
  const matched = new Map(preview?.data.rules.map(({ rule_id, sessions }) => [rule_id, sessions]));
  const swap = (at: number): void =>
    change(drafts.flatMap((each, i) => (i === at ? [drafts[i + 1] ?? each, each] : i === at + 1 ? [] : [each])));
  return (
    <ol class="meaning-rules">
      {drafts.map((draft, at) => (
        <RuleCard
          key={draft.kept.rule_id}
          draft={draft}
          isReadOnly={!here.mayChange}
          matched={matched.get(draft.kept.rule_id)}
          change={(next) => change(drafts.map((each, i) => (i === at ? next : each)))}
          remove={() => change(drafts.filter((_, i) => i !== at))}
          up={at === 0 ? undefined : () => swap(at - 1)}
          down={at === drafts.length - 1 ? undefined : () => swap(at)}
        />
      ))}
      <datalist id="channels">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </ol>
  );
}

interface AliasesProps {
  here: Here;
  set: RuleSet;
  aliases: readonly Alias[];
  change: (aliases: readonly Alias[]) => void;
}

const wordsOf = ({ utm_source, utm_medium }: Pick<Alias, 'utm_source' | 'utm_medium'>): string =>
  utm_medium === undefined ? utm_source : `${utm_source} / ${utm_medium}`;

function Aliases({ here, set, aliases, change }: AliasesProps) {
  const proposed = (set.proposed_spend_aliases ?? []).filter(
    (each) => !aliases.some((alias) => wordsOf(alias) === wordsOf(each)),
  );
  if (aliases.length === 0 && proposed.length === 0) return null;
  return (
    <Panel title="Spend by source" lead="Visits with this utm_source belong to the spend of the platform, where no ad id says so">
      <Table name="Spend by source" columns={['utm_source', 'Platform', 'Because', '-']}>
        {aliases.map((alias) => (
          <tr key={wordsOf(alias)}>
            <th scope="row" class="name">
              <bdi>{wordsOf(alias)}</bdi>
            </th>
            <td class="text">{alias.platform ?? 'None'}</td>
            <td class="text">Confirmed</td>
            <td class="acts">
              {here.mayChange && (
                <button
                  type="button"
                  class="button danger"
                  aria-label={`Remove ${wordsOf(alias)}`}
                  onClick={() => change(aliases.filter((each) => each !== alias))}
                >
                  Remove
                </button>
              )}
            </td>
          </tr>
        ))}
        {proposed.map(({ reason, sessions, campaigns, ...alias }) => (
          <tr key={wordsOf(alias)}>
            <th scope="row" class="name">
              <bdi>{wordsOf(alias)}</bdi>
            </th>
            <td class="text">{alias.platform}</td>
            <td class="text">
              {reason === 'name' ? 'Proposed by its name' : `Proposed by campaigns: ${campaigns.join(', ')}`}, {count(sessions)}{' '}
              visits
            </td>
            <td class="acts">
              {here.mayChange && (
                <button
                  type="button"
                  class="button"
                  aria-label={`Confirm ${wordsOf(alias)}`}
                  onClick={() => change([...aliases, alias])}
                >
                  Confirm
                </button>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

const BuiltIn = ({ set: { built_in_rules = [] } }: { set: RuleSet }) => (
  <details class="panel">
    <summary>{count(built_in_rules.length)} built-in rules</summary>
    <Table name="Built-in rules" columns={['Channel', 'Conditions']}>
      {built_in_rules.map(({ rule_id, channel, is_paid: _, match: __, ...conditions }) => (
        <tr key={rule_id}>
          <th scope="row" class="text">
            {channel}
          </th>
          <td class="text meaning-types">
            {Object.entries(conditions)
              .map(
                ([name, value]) =>
                  `${name.replaceAll('_', ' ')}: ${
                    typeof value === 'object'
                      ? JSON.stringify(value)
                          .replaceAll(/["{}[\]]/g, '')
                          .replaceAll(',', ', ')
                      : value
                  }`,
              )
              .join('; ')}
          </td>
        </tr>
      ))}
    </Table>
  </details>
);
