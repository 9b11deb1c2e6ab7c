// The filters and the order of the ads.
import { useState } from 'preact/hooks';
import { Segments } from '../../design/segments.tsx';
import { type Choices, FORMS, SORTS, STATUSES } from './asked.ts';

interface ToolsProps {
  choices: Choices;
  platforms: readonly string[];
  campaignName: string | undefined;
}

const find = <Key extends string>(table: Readonly<Record<Key, string>>, text: string): Key | undefined => {
  const isKey = (key: string): key is Key => Object.hasOwn(table, key);
  return isKey(text) ? text : undefined;
};

export function Tools({ choices, platforms, campaignName }: ToolsProps) {
  return (
    <div class="ads-tools">
      <Search choices={choices} />
      <label>
        State
        <select
          value={choices.status}
          onChange={(event) => choices.setStatus(find(STATUSES, event.currentTarget.value) ?? 'all')}
        >
          {Object.entries(STATUSES).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {platforms.length > 1 && (
        <label>
          Platform
          <select value={choices.platform} onChange={(event) => choices.setPlatform(event.currentTarget.value)}>
            <option value="">All</option>
            {platforms.map((platform) => (
              <option key={platform} value={platform}>
                {platform}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        Order
        <select value={choices.sort} onChange={(event) => choices.setSort(find(SORTS, event.currentTarget.value) ?? 'spend')}>
          {Object.entries(SORTS).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {choices.campaign !== '' && (
        <button type="button" class="chip ads-chip" onClick={() => choices.setCampaign('')}>
          Campaign: <bdi>{campaignName ?? choices.campaign}</bdi> <span aria-hidden="true">×</span>
          <span class="only-read">, show all campaigns</span>
        </button>
      )}
      <Segments label="Shown as" choices={FORMS} chosen={choices.form} choose={choices.setForm} />
    </div>
  );
}

function Search({ choices }: { choices: Choices }) {
  const [text, setText] = useState(choices.search);
  return (
    <form
      class="ads-search"
      onSubmit={(event) => {
        event.preventDefault();
        choices.setSearch(text.trim());
      }}
    >
      <label>
        Name or id
        <input
          type="search"
          maxLength={200}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            if (event.currentTarget.value === '') choices.setSearch('');
          }}
        />
      </label>
      <button type="submit" class="button">
        Find
      </button>
    </form>
  );
}
