// `npm run trace`: which files and functions answer a call. `npm run trace -- 'GET /overview'` prints those of a GET in the demo's shop,
// `npm run trace -- message` those of a way of docs/ways, and `npm run trace -- --write` renews the pages of all ways.
import { pageOf, writePage } from './pages.ts';
import { recordWay, traceSources } from './tracing.ts';
import type { Way } from './ways.ts';

traceSources();
const { WAYS, wayOf } = await import('./ways.ts');

async function record(way: Way) {
  const closings: (() => Promise<void> | void)[] = [];
  try {
    const work = await way.prepare({ after: (close) => closings.push(close) });
    return await recordWay(work);
  } finally {
    for (const close of closings.reverse()) await close();
  }
}

function chosenWay(text: string | undefined): Way {
  const path = /^GET (\/\S*)$/.exec(text ?? '')?.[1];
  if (path !== undefined) return wayOf(path);
  const way = WAYS.find(({ name }) => name === text);
  if (way) return way;
  throw new Error(
    `Name a call, as 'GET /overview', or one of ${WAYS.map(({ name }) => name).join(', ')}; --write renews docs/ways.`,
  );
}

const [asked] = process.argv.slice(2);
if (asked === '--write') for (const way of WAYS) writePage(way, await record(way));
else {
  const way = chosenWay(asked);
  process.stdout.write(pageOf(way, await record(way)));
}
