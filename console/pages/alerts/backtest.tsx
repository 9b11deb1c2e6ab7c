// When a rule would have fired in the last 90 days, before it is saved.
import { useEffect, useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { ErrorBlock } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { type Condition, type Kind, promiseText } from './words.ts';

interface BacktestProps {
  kind: Kind;
  condition: Condition;
  skippedDays: Schemas['AlertSkippedDays'];
}

type Result = Schemas['AlertBacktestAnswer']['data'];

export function Backtest({ kind, condition, skippedDays }: BacktestProps) {
  const { profile_id } = useProfile();
  const { isBusy, fault, run } = useWrite();
  const [result, setResult] = useState<Result>();
  const question = JSON.stringify([kind, condition, skippedDays]);
  useEffect(() => setResult(undefined), [question]);
  const ask = async (): Promise<void> => {
    const body = { kind, condition, skipped_days: skippedDays };
    setResult((await unwrap(api.POST('/api/v1/alerts/backtest', { params: { query: { profile_id } }, body }))).data);
  };
  return (
    <div class="alerts-backtest" aria-live="polite">
      <button type="button" class="button" disabled={isBusy} onClick={() => run(ask)}>
        Try it on the last 90 days
      </button>
      {fault && <ErrorBlock error={fault} />}
      {result && <Found result={result} />}
    </div>
  );
}

function Found({ result: { sentence, note, alerts, false_alarms_per_month } }: { result: Result }) {
  const promise = promiseText(false_alarms_per_month);
  return (
    <>
      <p>
        <b>{sentence}</b>
      </p>
      {promise !== null && <p class="small">{promise}</p>}
      {note !== null && <p class="small soft">{note}</p>}
      <ul class="alerts-causes">
        {alerts.map(({ date_from, what }) => (
          <li key={`${date_from} ${what}`}>{what}</li>
        ))}
      </ul>
    </>
  );
}
