// One rule: its channel, a condition on each of source, medium and campaign, its place among the others.
import { plural } from '../../words/format.ts';
import { alsoOf, type Draft, FIELDS, type Field, fields, TESTS, tests } from './rules.ts';

interface RuleCardProps {
  draft: Draft;
  isReadOnly: boolean;
  /** Sessions, once they were requested. */
  matched: number | undefined;
  change: (draft: Draft) => void;
  remove: () => void;
  up: (() => void) | undefined;
  down: (() => void) | undefined;
}

export function RuleCard({ draft, isReadOnly, matched, change, remove, up, down }: RuleCardProps) {
  const also = alsoOf(draft);
  const name = draft.kept.rule_id;
  return (
    <li>
      <fieldset class="meaning-rule" disabled={isReadOnly}>
        <legend class="only-read">Rule {name}</legend>
        <div class="meaning-rule-head">
          <label>
            Channel
            <input
              type="text"
              list="channels"
              required
              maxLength={50}
              value={draft.channel}
              onInput={({ currentTarget }) => change({ ...draft, channel: currentTarget.value })}
            />
          </label>
          <label>
            Paid
            <select
              value={draft.paid}
              onChange={({ currentTarget: { value } }) =>
                change({ ...draft, paid: value === 'yes' ? 'yes' : value === 'no' ? 'no' : 'as' })
              }
            >
              <option value="as">As the channel</option>
              <option value="yes">Yes</option>
              <option value="no">No</option>
            </select>
          </label>
          {!isReadOnly && <Order name={name} remove={remove} up={up} down={down} />}
        </div>
        {fields.map((field) => (
          <Condition key={field} field={field} draft={draft} change={change} />
        ))}
        <p class="note">
          {name}
          {also !== '' && `; ${also}`}
          {matched !== undefined && (
            <>
              ; <b>{plural(matched, 'visit matches', 'visits match')}</b>
            </>
          )}
        </p>
      </fieldset>
    </li>
  );
}

function Order({ name, remove, up, down }: Pick<RuleCardProps, 'remove' | 'up' | 'down'> & { name: string }) {
  return (
    <span class="row">
      <button type="button" class="button" aria-label={`Move ${name} up`} disabled={!up} onClick={() => up?.()}>
        ↑
      </button>
      <button type="button" class="button" aria-label={`Move ${name} down`} disabled={!down} onClick={() => down?.()}>
        ↓
      </button>
      <button type="button" class="button danger" aria-label={`Remove ${name}`} onClick={remove}>
        Remove
      </button>
    </span>
  );
}

function Condition({ field, draft, change }: { field: Field; draft: Draft; change: (draft: Draft) => void }) {
  const [test, text] = draft.tests[field];
  const set = (next: Draft['tests'][Field]): void => change({ ...draft, tests: { ...draft.tests, [field]: next } });
  return (
    <div class="meaning-condition">
      <span>{FIELDS[field]}</span>
      <select
        aria-label={`${FIELDS[field]}: test`}
        value={test}
        onChange={({ currentTarget: { value } }) => set([tests.find((each) => each === value) ?? 'any', text])}
      >
        {tests.map((each) => (
          <option key={each} value={each}>
            {TESTS[each]}
          </option>
        ))}
      </select>
      {test !== 'any' && (
        <input
          type="text"
          aria-label={`${FIELDS[field]}: text`}
          required
          maxLength={1000}
          placeholder={test === 'matches' ? 'podcast.*' : 'podcast, radio'}
          value={text}
          onInput={({ currentTarget }) => set([test, currentTarget.value])}
        />
      )}
    </div>
  );
}
