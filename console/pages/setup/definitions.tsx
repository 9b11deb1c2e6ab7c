// The conversions: the definitions, confirmed as they are by a button, and the outcomes that none counts.
import { Link } from 'wouter-preact';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Act } from '../../design/act.tsx';
import { Loaded } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';
import { count, money } from '../../words/format.ts';

const forgetMeaning = (): void => {
  forget('readiness');
  forget('meaning');
};

/** A definition that is written, even as it was, confirms all. */
const confirm = (profile_id: string, body: { conversion_key: string; is_default?: true }): Promise<unknown> =>
  unwrap(api.POST('/api/v1/goals/definitions', { params: { query: { profile_id, dry_run: false } }, body }));

export function Definitions({ mayChange }: { mayChange: boolean }) {
  const { profile_id } = useProfile();
  const query = { profile_id };
  const answer = useAnswer(['meaning', 'definitions', query], (signal) =>
    unwrap(api.GET('/api/v1/goals/definitions', { params: { query }, signal })),
  );
  return (
    <Loaded answer={answer}>
      {({ data }) => {
        const first = data.find(({ is_default }) => is_default);
        return (
          <>
            <ul class="setup-goals">
              {data
                .filter(({ is_active }) => is_active)
                .map(({ conversion_key, name, event_types, is_default }) => (
                  <li key={conversion_key} class="row">
                    <span>
                      <b>{name}</b>
                      {is_default && ' (the overview counts it)'}: <span class="soft">{event_types.join(', ')}</span>
                    </span>
                    {mayChange && !is_default && (
                      <Act
                        text="Count in overview"
                        label={`Count in overview: ${name}`}
                        act={() => confirm(profile_id, { conversion_key, is_default: true })}
                        afterwards={forgetMeaning}
                      />
                    )}
                  </li>
                ))}
            </ul>
            <span class="row">
              {mayChange && first && (
                <Act
                  text="These are right"
                  isPrimary
                  act={() => confirm(profile_id, { conversion_key: first.conversion_key })}
                  afterwards={forgetMeaning}
                />
              )}
              <Link class="button" href={`/console/${profile_id}/meaning`}>
                Change them
              </Link>
            </span>
          </>
        );
      }}
    </Loaded>
  );
}

export function Uncounted({ mayChange }: { mayChange: boolean }) {
  const { profile_id } = useProfile();
  const query = { profile_id, days: 1 };
  const answer = useAnswer(['meaning', 'uncounted', query], (signal) =>
    unwrap(api.GET('/api/v1/tracking/quality', { params: { query }, signal })),
  );
  return (
    <Loaded answer={answer}>
      {({ data }) => {
        const types = data.signals.find(({ name }) => name === 'uncounted_outcomes')?.event_types ?? [];
        if (types.length === 0) return <p class="soft">Every outcome so far is counted.</p>;
        return (
          <ul class="setup-goals">
            {types.map(({ event_type, events, money: sums, proposal }) => (
              <li key={event_type} class="row">
                <span>
                  <bdi>{event_type}</bdi>: {count(events)}
                  {sums.map(({ amount, currency }) => `, ${money(amount, currency)}`).join('')}
                </span>
                {mayChange && (
                  <Act
                    text="Count it"
                    label={`Count ${event_type}`}
                    act={() =>
                      unwrap(
                        api.POST('/api/v1/goals/definitions', {
                          params: { query: { profile_id, dry_run: false } },
                          body: proposal,
                        }),
                      )
                    }
                    afterwards={forgetMeaning}
                  />
                )}
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}
