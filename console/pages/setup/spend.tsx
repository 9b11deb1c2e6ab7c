// Ad spend from a file, for accounts that are not connected: a day that is sent again replaces what there was.
import { useState } from 'preact/hooks';
import { forget } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Text, WriteForm } from '../../design/form.tsx';
import { useProfile } from '../../frame/place.tsx';
import { count, plural } from '../../words/format.ts';
import { readSpend } from './spend-file.ts';

export function Spend({ mayChange }: { mayChange: boolean }) {
  const { profile_id, currency: own } = useProfile();
  const [platform, setPlatform] = useState('meta');
  const [account, setAccount] = useState('');
  const [currency, setCurrency] = useState(own);
  const [text, setText] = useState('');
  const [loaded, setLoaded] = useState<{ days: number; rows: number }>();
  const sheet = readSpend(text);
  if (!mayChange) return <p class="note">A manager of the profile loads spend, or connects an account.</p>;
  const submit = async (): Promise<void> => {
    setLoaded(undefined);
    const body = { platform, account_id: account.trim(), currency: currency.trim().toUpperCase(), days: sheet.days };
    const { data } = await unwrap(api.POST('/api/v1/spend', { params: { query: { profile_id } }, body }));
    setLoaded({ days: data.days.length, rows: data.days.reduce((sum, { rows }) => sum + rows, 0) });
    for (const key of ['readiness', 'freshness']) forget(key);
  };
  return (
    <>
      <p>
        A connected account is read automatically. Otherwise load a file with the columns day and spend; campaign, clicks and
        impressions may follow.
      </p>
      <WriteForm button="Load the spend" submit={submit}>
        <div class="form-row">
          <Text label="Platform" value={platform} set={setPlatform} maxLength={64} />
          <Text label="Account" value={account} set={setAccount} maxLength={64} placeholder="main" />
          <Text label="Currency" value={currency} set={setCurrency} maxLength={3} />
        </div>
        <label>
          File
          <input
            type="file"
            accept=".csv,text/csv"
            required
            onChange={({ currentTarget }) => {
              void currentTarget.files?.[0]?.text().then(setText);
            }}
          />
        </label>
        {text !== '' && sheet.problem === undefined && (
          <p class="note">
            {plural(sheet.days.length, 'day')}, {plural(sheet.rows, 'row')}
          </p>
        )}
        {text !== '' && sheet.problem !== undefined && (
          <p class="bad" role="alert">
            {sheet.problem}
          </p>
        )}
        {loaded && (
          <p role="status" class="good">
            {count(loaded.rows)} rows of {plural(loaded.days, 'day')} are loaded.
          </p>
        )}
      </WriteForm>
    </>
  );
}
