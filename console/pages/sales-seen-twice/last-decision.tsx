// The decision that was just made, for as long as the address names it, and the way back.
import { useWrite } from '../../api/write.ts';
import { ErrorBlock } from '../../design/states.tsx';
import { useKeys } from '../../frame/keys.tsx';
import { useProfile } from '../../frame/place.tsx';
import { type Decided, useHere } from './here.ts';
import { decide } from './write.ts';

interface LastDecisionProps {
  decided: Decided;
  onUndo: (pairKey: string, verdict: Decided['verdict']) => void;
}

export function LastDecision({ decided: { payments, verdict }, onUndo }: LastDecisionProps) {
  const { profile_id } = useProfile();
  const { go } = useHere();
  const { isBusy, fault, run } = useWrite();
  const undo = () =>
    run(async () => {
      await decide(profile_id, payments, 'undecided');
      onUndo(payments.join('.'), verdict);
      go({ decided: undefined, pair: payments.join('.') });
    });
  useKeys([{ key: 'u', text: 'Undo the decision', press: undo }]);
  return (
    <div class="notice twice-last" role="status">
      <p>
        {verdict === 'same' ? 'The two are one sale now and count once.' : 'The two are two sales and are not proposed again.'}{' '}
        Figures follow within seconds.
      </p>
      <button type="button" class="button" disabled={isBusy} onClick={undo}>
        Undo the decision <kbd>u</kbd>
      </button>
      <button type="button" class="button" onClick={() => go({ decided: undefined })}>
        Close
      </button>
      {fault && <ErrorBlock error={fault} />}
    </div>
  );
}
