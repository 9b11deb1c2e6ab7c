// What somebody else changed of a recommendation's ads at the platform since it was made, applied or dismissed.
import type { Schemas } from '../../api/client.ts';
import { useProfile } from '../../frame/place.tsx';
import { changeText, whoText } from '../../outside/others.ts';
import { moment } from '../../words/format.ts';

type Change = Schemas['RecommendationChangedSince'];

const HEADS: Readonly<Record<Change['effect'], string>> = {
  made: 'Somebody else did this at the platform: ',
  undone: 'Somebody else took this back at the platform: ',
  other: 'Changed since: ',
};

export function ChangedSince({ change }: { change: Change }) {
  const { timezone } = useProfile();
  const { at, earliest_at, effect, changes } = change;
  const when =
    earliest_at === null ? `on ${moment(at, timezone)}` : `between ${moment(earliest_at, timezone)} and ${moment(at, timezone)}`;
  return (
    <p class="notice">
      <b>{HEADS[effect]}</b>
      <bdi>{changeText(change)}</bdi>, {whoText(change)}, {when}
      {changes > 1 ? `, the last of ${changes} changes.` : '.'}
    </p>
  );
}
