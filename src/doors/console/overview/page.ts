// The overview: what a person sees first of a profile, in the order of importance.

import { ApiError } from '../../../base/contract/api-error.ts';
import type { Answer } from '../../../base/contract/operation.ts';
import type { Load } from '../../../base/loads.ts';
import type { OperationCaller } from '../../../call/index.ts';
import { profilePath, workspacePath } from '../../http/addresses.ts';
import { type Html, h } from '../design/html.ts';
import { type Period, periodOf } from '../period.ts';
import { days } from '../words.ts';
import { Checklist } from './checklist.ts';
import { PeriodChoice, ProfileChoice } from './choices.ts';
import { Credit } from './credit.ts';
import { loadDrawings } from './drawings.ts';
import { figuresOf, warningsOf } from './figures.ts';
import { Loading, REFRESH_SECONDS } from './loading.ts';
import { Money } from './money.ts';
import { Paths } from './paths.ts';
import { freshnessText, Provenance } from './provenance.ts';
import { Tiles } from './tiles.ts';

type Profile = Answer<'listProfiles'>['data'][number];

export interface OverviewPage {
  title: string;
  status: number;
  content: (Html | null)[];
  refreshSeconds?: number;
}

interface Asked {
  profileId: string;
  query: URLSearchParams;
  now: number;
  /** How far a file is that is being loaded into the profile. */
  load: Load | undefined;
}

export async function overviewPage(caller: OperationCaller, { profileId, query, now, load }: Asked): Promise<OverviewPage> {
  // Asked first: it refuses a profile out of reach before anything about it is told.
  const fresh = (await caller.call('getFreshness', {}, profileId)).data;
  const profiles = (await caller.call('listProfiles', {})).data;
  const profile = profiles.find((each) => each.profile_id === profileId);
  if (!profile) throw new ApiError('not_found', 'No such profile.');
  const readiness = (await caller.call('getProfileReadiness', {}, profileId)).data;
  const title = `Overview of ${profile.name}`;
  const loading = load && h(Loading, load);
  if (load?.isFirst && loading)
    return { title, status: 200, content: [head(profile, profiles, undefined), loading], refreshSeconds: REFRESH_SECONDS };
  if (fresh.accepted_seq === 0) {
    const lead = h('p', {}, 'No data has arrived yet. Once it does, this page shows revenue, spend, credit and paths.');
    return { title, status: 200, content: [head(profile, profiles, undefined), lead, h(Checklist, { readiness, profileId })] };
  }
  const period = readPeriod(query, now, profile.timezone);
  const path = profilePath(profileId);
  if (period instanceof ApiError) {
    const notice = h('p', { class: 'notice', role: 'alert' }, period.message);
    return {
      title,
      status: period.status,
      content: [head(profile, profiles, h(PeriodChoice, { period: undefined, path })), notice],
    };
  }
  const [figures, draw] = await Promise.all([figuresOf(caller, profileId, period), loadDrawings()]);
  const content = [
    head(profile, profiles, h(PeriodChoice, { period, path })),
    loading ?? null,
    ...warningsOf(figures).map((text) => h('p', { class: 'notice' }, text)),
    h('section', { class: 'stack', 'aria-labelledby': 'figures' }, [
      h('h2', { id: 'figures' }, days(period.from, period.to)),
      h('p', { class: 'soft' }, comparison(period, profile.timezone)),
      h('p', { class: 'soft' }, freshnessText(fresh, profile.timezone)),
      h(Tiles, { overview: figures.overview }),
    ]),
    h(Money, { series: figures.series, period, draw }),
    h(Credit, { attribution: figures.attribution, period, draw }),
    h(Paths, { paths: figures.paths, period, draw }),
    readiness.summary.done < readiness.summary.total ? h(Checklist, { readiness, profileId }) : null,
    h(Provenance, { figures, fresh }),
  ];
  return { title, status: 200, content };
}

function head(profile: Profile, profiles: readonly Profile[], choice: Html | undefined): Html {
  return h('div', { class: 'stack' }, [
    h('h1', {}, profile.name),
    h('p', { class: 'small' }, h('a', { href: workspacePath(profile.workspace_id) }, 'People, profiles and keys')),
    h(ProfileChoice, { profiles, current: profile.profile_id }),
    choice,
  ]);
}

function comparison({ days: length, before }: Period, timezone: string): string {
  const these = length === 1 ? 'One day' : `${length} days`;
  return `${these} in ${timezone}, compared with ${days(before.from, before.to)}.`;
}

function readPeriod(query: URLSearchParams, now: number, timezone: string): Period | ApiError {
  try {
    return periodOf(query, now, timezone);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
