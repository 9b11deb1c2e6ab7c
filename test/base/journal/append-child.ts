// Appends to a journal without end and writes a line for every acknowledgement: profile, seq, status and text of the fact.
import { openJournal } from '../../../src/base/journal/open-journal.ts';
import { fact, outcome } from './facts.ts';

const [dataDir = '', round = ''] = process.argv.slice(2);
const journal = await openJournal(dataDir);

async function append(caller: number): Promise<void> {
  for (let n = 0; ; n += 1) {
    const profileId = `p${(caller + n) % 3}`;
    const name = `${round}-${caller}-${n}`;
    // Two callers share each outcome key, so that duplicates are among what is killed.
    const shared = `outcome-${round}-${caller >> 1}-${n}`;
    const list = n % 3 === 0 ? [fact(profileId, name)] : [outcome('p0', shared), fact(profileId, name)];
    const results = await journal.append(list);
    for (const [i, { seq, status }] of results.entries())
      process.stdout.write(`${list[i]?.profileId} ${seq} ${status} ${JSON.parse(list[i]?.body ?? '').body}\n`);
  }
}

await Promise.all(Array.from({ length: 16 }, (_, caller) => append(caller)));
