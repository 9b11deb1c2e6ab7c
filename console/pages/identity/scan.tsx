// Asks for a comparison of all customers, and says what the last one found.
import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { ErrorBlock } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { count, plural } from '../../words/format.ts';

type Result = Schemas['MergeScanAnswer']['data'];

export function Scan() {
  const { profile_id } = useProfile();
  const { isBusy, fault, run } = useWrite();
  const [result, setResult] = useState<Result>();
  const scan = () =>
    run(async () => {
      const params = { query: { profile_id } };
      setResult((await unwrap(api.POST('/api/v1/identity/merge-proposals/scan', { params }))).data);
    });
  return (
    <>
      <button type="button" class="button" disabled={isBusy} onClick={scan}>
        Search for pairs
      </button>
      <p class="note" role="status">
        {result && resultText(result)}
      </p>
      {fault && <ErrorBlock error={fault} />}
    </>
  );
}

function resultText({ created, last_scan }: Result): string {
  const start = created ? 'A search has begun; new pairs appear here.' : 'A search is already waiting; new pairs appear here.';
  if (last_scan === null) return start;
  const { customers_compared, pairs_found, pairs_opened } = last_scan;
  const compared = `The last one compared ${plural(customers_compared, 'customer')}`;
  return `${start} ${compared} and found ${plural(pairs_found, 'pair')}, ${count(pairs_opened)} of them new.`;
}
