// A profile whose ads of five ad sets have names from which the rules read a hook, and whose sales depend on the hook alone.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { analyseJob } from '../../../src/act/creatives/analysis/analyse.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import type { Market } from '../../../src/sandbox/state.ts';
import { type AdviceWorld, startAdviceWorld } from '../recommendations/advice-world.ts';

const SETS = ['Home office', 'Desk lamps', 'Task chairs', 'Remote work', 'Broad'];
export const QUESTION = 'Why not a better desk?';
export const STORY = 'Our story of a desk';
export const OFFER = 'Desk sale';

/** Two ads of each hook in each of the ad sets. */
function fill(market: Market): void {
  // Of the shop's own ads the copy says nothing here.
  for (const creative of market.creatives) creative.texts = [];
  let id = 90_000;
  const nextId = (): string => {
    id += 1;
    return String(id);
  };
  for (const adSet of market.adSets.filter(({ name }) => SETS.includes(name))) {
    const like = market.ads.find(({ adSetId }) => adSetId === adSet.id) ?? assert.fail(adSet.name);
    const creative = market.creatives.find(({ id: own }) => own === like.creatives[0]?.value) ?? assert.fail();
    for (const [at, hook] of [QUESTION, STORY, OFFER, QUESTION, STORY, OFFER].entries()) {
      const name = `${hook} ${adSet.name} ${at}`;
      const creativeId = nextId();
      market.creatives.push({ ...creative, id: creativeId, name });
      market.ads.push({
        ...like,
        id: nextId(),
        name,
        weight: 5,
        statuses: [{ from: '2020-01-01', value: 'ACTIVE' }],
        creatives: [{ from: '2020-01-01', value: creativeId }],
      });
    }
  }
}

export async function startPatternWorld(t: TestContext, costOf: (name: string) => number): Promise<AdviceWorld> {
  const w = await startAdviceWorld(t, fill);
  const { body } = await w.api.get('/ads', { ...w.query, date_from: '2026-10-01', date_to: '2026-11-24', limit: 100 });
  const costs = Object.fromEntries(body.data.map(({ name }: { name: string }) => [name, costOf(name)]));
  await w.sell('2026-10-01', costs);
  await w.api.post('/profile/creative-analysis/backfill', undefined, w.query);
  await runDue(w.app.base, [analyseJob]);
  return w;
}
