// One pair: both reports, and the decision whether they are one sale; of a decided pair, its undoing.
import { useState } from 'preact/hooks';
import { useWrite } from '../../api/write.ts';
import { Panel } from '../../design/panel.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { useKeys } from '../../frame/keys.tsx';
import { useProfile } from '../../frame/place.tsx';
import { keyOf, type SalePair, type Status, useHere, type Verdict } from './here.ts';
import { RecordDialog, RecordNote } from './record.tsx';
import { Sides } from './sides.tsx';
import { amountOf, reasonText } from './words.ts';
import { decide } from './write.ts';

interface PairProps {
  pair: SalePair;
  status: Status;
  /** The pair that is shown after the decision. */
  followingKey: string | undefined;
  /** The pair has left the list of this status, for another. */
  onDecide: (pairKey: string, verdict: Verdict) => void;
}

export function Pair({ pair, status, followingKey, onDecide }: PairProps) {
  const { role } = useProfile();
  return (
    <Panel title={amountOf(pair)} lead={reasonText(pair)}>
      <Sides reports={pair.payments} />
      {role === 'manager' ? (
        <Decision pair={pair} status={status} followingKey={followingKey} onDecide={onDecide} />
      ) : (
        <p class="note">A manager of the profile says whether these are one sale.</p>
      )}
      <RecordNote />
    </Panel>
  );
}

function Decision({ pair, status, followingKey, onDecide }: PairProps) {
  const { profile_id } = useProfile();
  const { go } = useHere();
  const { isBusy, fault, run } = useWrite();
  const [isChoosing, setChoosing] = useState(false);
  const [one, other] = pair.payments;
  const say = (verdict: Verdict) =>
    run(async () => {
      if (!one || !other) return;
      const key = keyOf(pair);
      await decide(profile_id, [one.payment_id, other.payment_id], verdict);
      onDecide(key, verdict);
      go({ pair: followingKey, decided: verdict === 'undecided' ? undefined : `${key}.${verdict}` });
    });
  const choices = [
    ...(status === 'open'
      ? [
          { key: 's', text: 'Same sale', look: 'primary', press: () => say('same') },
          { key: 't', text: 'Two sales', look: '', press: () => say('apart') },
        ]
      : [{ key: 'u', text: 'Undo the decision', look: '', press: () => say('undecided') }]),
    { key: 'r', text: 'System of record', look: '', press: () => setChoosing(true) },
  ];
  useKeys(choices);
  return (
    <>
      <div class="row">
        {choices.map(({ key, text, look, press }) => (
          <button key={key} type="button" class={`button ${look}`} disabled={isBusy} onClick={press}>
            {text} <kbd>{key}</kbd>
          </button>
        ))}
      </div>
      {fault && <ErrorBlock error={fault} />}
      {isChoosing && <RecordDialog systems={pair.payments.map(({ system }) => system)} close={() => setChoosing(false)} />}
    </>
  );
}
