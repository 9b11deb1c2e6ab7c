// Every event is sent one to five times, shuffled and several at once, while the service is killed or stopped in between: each is
// one row and its money counts once.
import { test } from 'node:test';
import { seededRandom } from '../base/random.ts';
import { letPass } from '../until.ts';
import { checkSums, compare, figures, REPORTS, settled, stored } from './tools/figures.ts';
import { Load, type Post, type Random } from './tools/load.ts';
import { rounds, tell } from './tools/results.ts';
import { install, startService } from './tools/service.ts';

const RESTARTS = rounds(3);
const POSTS = 300;
const AT_ONCE = 6;

function shuffled<T>(list: T[], random: Random): T[] {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i -= 1) {
    const j = random(i + 1);
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}

test('every event sent one to five times, shuffled, across restarts', async (t) => {
  const random = seededRandom(t);
  const installed = await install(t);
  const load = new Load(t, installed, random);
  let service = await startService(t, installed.dataDir);
  load.address = service.address;
  const posts = load.make(POSTS);
  const copies = shuffled(
    posts.flatMap((post) => Array.from<Post>({ length: 1 + random(5) }).fill(post)),
    random,
  );
  const sent = copies.length;
  const lanes = async (until: number): Promise<void> => {
    const lane = async (): Promise<void> => {
      while (copies.length > until) await load.send(copies.pop() as Post);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  };
  for (let left = RESTARTS; left > 0; left -= 1) {
    const until = Math.floor((sent * left) / (RESTARTS + 1));
    const sending = lanes(until);
    await letPass(random(400));
    if (left % 2 === 0) await service.terminate();
    else await service.kill();
    await sending;
    service = await startService(t, installed.dataDir);
    load.address = service.address;
  }
  await lanes(0);
  await load.flush();
  await settled(service, installed);
  const found = await figures(service, installed);
  await service.terminate();
  const kept = await stored(installed);
  const { lost, doubled, strange } = compare(load.acknowledged, kept);
  const cents = load.acknowledged.reduce((sum, { kind, cents }) => sum + (kind === 'refund' ? -cents : cents), 0);
  const drift = found[REPORTS[0] as string].data.current.cash_revenue - cents / 100;
  tell(t, {
    name: 'sent 1–5 times, shuffled',
    figure: `${load.acknowledged.length} events in ${sent} posts: ${doubled.length + strange.length} extra rows, ${lost.length} lost, money drift ${drift.toFixed(2)}`,
    target: '0 extra rows, 0 lost, drift 0.00',
    rounds: RESTARTS,
    holds: lost.length + doubled.length + strange.length === 0 && drift.toFixed(2) === '0.00',
  });
  checkSums(found, load.acknowledged);
});
