// Names of sources and campaigns that mean another, and the form that adds one. They are saved with the rules, after their preview.
import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/client.ts';
import { Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { count, moneyKnown } from '../../words/format.ts';
import type { RuleSet } from './rules.ts';

type OtherName = RuleSet['other_names'][number];
type Of = OtherName['of'];

const KINDS: Record<Of, string> = { source: 'Source', campaign: 'Campaign' };
const kindOf = (text: string): Of => (text === 'campaign' ? 'campaign' : 'source');
const keyOf = ({ of, name }: OtherName): string => `${of} ${name}`;

interface NamesProps {
  names: readonly OtherName[];
  mayChange: boolean;
  change: (names: readonly OtherName[]) => void;
}

export function OtherNames({ names, mayChange, change }: NamesProps) {
  return (
    <Panel title="Names" lead="Other names that links have for a source or a campaign; reports show both as one">
      {names.length > 0 && (
        <Table name="Names" columns={['In links', 'Of', 'Means', '-']}>
          {names.map((each) => (
            <tr key={keyOf(each)}>
              <th scope="row" class="name">
                <bdi>{each.name}</bdi>
              </th>
              <td class="text">{KINDS[each.of]}</td>
              <td class="text">
                <bdi>{each.means}</bdi>
              </td>
              <td class="acts">
                {mayChange && (
                  <button
                    type="button"
                    class="button danger"
                    aria-label={`Remove ${each.name}`}
                    onClick={() => change(names.filter((other) => other !== each))}
                  >
                    Remove
                  </button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {names.length === 0 && (
        <p class="note">None: a source and a campaign are known by their spelling and the built-in aliases.</p>
      )}
      {mayChange && <AddName add={(name) => change([...names, name])} />}
    </Panel>
  );
}

function AddName({ add }: { add: (name: OtherName) => void }) {
  const [of, setOf] = useState<Of>('source');
  const [name, setName] = useState('');
  const [means, setMeans] = useState('');
  const isReady = name.trim() !== '' && means.trim() !== '';
  // A name that was typed and not added would be lost in silence.
  const hold = (input: HTMLInputElement | null): void =>
    input?.setCustomValidity(name === '' && means === '' ? '' : 'Add the name first, or empty its fields.');
  const submit = (): void => {
    if (!isReady) return;
    add({ of, name: name.trim(), means: means.trim() });
    setName('');
    setMeans('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    submit();
  };
  return (
    <fieldset class="meaning-name">
      <legend class="only-read">A further name</legend>
      <label>
        Of
        <select value={of} onChange={({ currentTarget: { value } }) => setOf(kindOf(value))}>
          <option value="source">Source (utm_source)</option>
          <option value="campaign">Campaign (utm_campaign)</option>
        </select>
      </label>
      <label>
        Name in links
        <input
          ref={hold}
          type="text"
          maxLength={200}
          value={name}
          onKeyDown={onKeyDown}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <label>
        Means
        <input
          type="text"
          maxLength={200}
          value={means}
          onKeyDown={onKeyDown}
          onInput={({ currentTarget }) => setMeans(currentTarget.value)}
        />
      </label>
      <button type="button" class="button" disabled={!isReady} onClick={submit}>
        Add the name
      </button>
    </fieldset>
  );
}

/** What the preview says of names. */
export function RenamedVisits({ preview: { data, meta } }: { preview: Schemas['ClassificationPreviewAnswer'] }) {
  if (data.names.length === 0) return null;
  return (
    <Table name="Names that change" columns={['From', 'To', 'Of', { number: 'Visits' }, { number: 'Revenue' }]}>
      {data.names.map(({ of, from, to, sessions, revenue }) => (
        <tr key={`${of} ${from} ${to}`}>
          <th scope="row" class="name">
            <bdi>{from}</bdi>
          </th>
          <td class="text">
            <bdi>{to}</bdi>
          </td>
          <td class="text">{KINDS[of]}</td>
          <td>{count(sessions)}</td>
          <td>{moneyKnown(revenue, meta.currency)}</td>
        </tr>
      ))}
    </Table>
  );
}
