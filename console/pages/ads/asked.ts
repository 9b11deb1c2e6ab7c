// The requests of the page: the ads of one page with their figures, and their intervals from the report of attribution, whose figures have receipts.
import type { Answer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useProfile } from '../../frame/place.tsx';
import { usePageChoice, usePageParam } from '../../question/page-param.ts';
import { useFigures, useQuestion } from '../../question/use-question.tsx';
import type { Source } from '../../receipts/source.ts';
import { pointerTo } from '../../receipts/source.ts';

export type Ad = Schemas['Ad'];
export type AdsAnswer = Schemas['AdListAnswer'];

export const SORTS = {
  spend: 'Spend',
  outcomes: 'Conversions',
  revenue: 'Revenue',
  roas: 'ROAS',
  cost_per_outcome: 'Cost per conversion, lowest first',
  clicks: 'Clicks',
  name: 'Name',
} as const;
export type Sort = keyof typeof SORTS;
/** The lowest value is first, where nothing else is chosen. */
const RISING: readonly Sort[] = ['cost_per_outcome', 'name'];
export const STATUSES = {
  all: 'All',
  active: 'Active',
  paused: 'Paused',
  archived: 'Archived',
  removed: 'Removed',
  other: 'Other',
  unknown: 'Not connected',
} as const;
export const FORMS = { cards: 'Cards', table: 'Table' } as const;

const keysOf = <Key extends string>(table: Readonly<Record<Key, string>>): Key[] =>
  Object.keys(table).filter((key): key is Key => Object.hasOwn(table, key));

export const PAGE = 24;
export const MOST_PICKED = 6;

/** The choices on the page; each is in the address. */
export function useChoices() {
  const sorts = keysOf(SORTS).flatMap((name) => [name, `-${name}` as const]);
  const [sortText, setSortText] = usePageChoice('sort', sorts, 'spend');
  const isReversed = sortText.startsWith('-');
  const sort = keysOf(SORTS).find((name) => name === sortText.replace('-', '')) ?? 'spend';
  const setSort = (name: Sort): void => setSortText(name);
  const order: 'asc' | 'desc' = RISING.includes(sort) === isReversed ? 'desc' : 'asc';
  /** By this figure, or the other way round where it is the order already. */
  const turn = (name: Sort): void => setSortText(name === sort && !isReversed ? `-${name}` : name);
  const [status, setStatus] = usePageChoice('status', keysOf(STATUSES), 'all');
  const [form, setForm] = usePageChoice('form', keysOf(FORMS), 'cards');
  const [search, setSearch] = usePageParam('search', '');
  const [platform, setPlatform] = usePageParam('platform', '');
  const [campaign, setCampaign] = usePageParam('campaign_id', '');
  const [pickedText, setPickedText] = usePageParam('picked', '');
  const picked = pickedText === '' ? [] : pickedText.split(',');
  const toggle = (id: string): void =>
    setPickedText((picked.includes(id) ? picked.filter((each) => each !== id) : [...picked, id].slice(-MOST_PICKED)).join(','));
  return {
    sort,
    setSort,
    order,
    turn,
    status,
    setStatus,
    form,
    setForm,
    search,
    setSearch,
    platform,
    setPlatform,
    campaign,
    setCampaign,
    picked,
    toggle,
    pickNone: () => setPickedText(''),
  };
}
export type Choices = ReturnType<typeof useChoices>;

/** The question as this operation takes it. */
function useAsked() {
  const { profile_id } = useProfile();
  const { question, days } = useQuestion();
  return {
    profile_id,
    date_from: days.from,
    date_to: days.to,
    ...(question.goal === undefined ? {} : { goal: question.goal }),
    ...(question.model === undefined ? {} : { model: question.model }),
    ...(question.asOf === undefined ? {} : { as_of: question.asOf }),
  };
}

/** The list follows a write once the account has been read again. */
const FOLLOW_SECONDS = 5;

export function useAds(
  { sort, order, status, search, platform, campaign }: Choices,
  cursor: string | undefined,
  isFollowing: boolean,
) {
  const query = {
    ...useAsked(),
    ...(status === 'all' ? {} : { status: [status] }),
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(platform === '' ? {} : { platform }),
    ...(campaign === '' ? {} : { campaign_id: campaign }),
    ...(cursor === undefined ? {} : { cursor }),
    sort,
    order,
    limit: PAGE,
  };
  return {
    query,
    answer: useFigures(
      ['ads', query],
      (signal) => unwrap(api.GET('/api/v1/ads', { params: { query }, signal })),
      isFollowing ? { everySeconds: FOLLOW_SECONDS } : {},
    ),
  };
}
export type AdsQuery = ReturnType<typeof useAds>['query'];

/** The same ads by themselves, wherever they are in the list. */
export function usePicked(ids: readonly string[]): Answer<AdsAnswer> {
  const asked = useAsked();
  return useFigures(
    ['ads', 'picked', asked, ids],
    async (signal) => {
      const found = await Promise.all(
        ids.map((id) => unwrap(api.GET('/api/v1/ads', { params: { query: { ...asked, search: id, limit: 100 } }, signal }))),
      );
      const [first] = found;
      if (!first) throw new Error('No ad is picked.');
      return { ...first, data: found.flatMap(({ data }, at) => data.filter(({ id }) => id === ids[at])) };
    },
    { isEnabled: ids.length > 0 },
  );
}

export interface Chance {
  low: number | null;
  high: number | null;
}

/** An id of an ad is one of its platform and account. */
type NamedAd = Pick<Ad, 'id' | 'platform' | 'account_id'>;

/** Intervals and receipts of ads. */
export interface Credit {
  costOf: (ad: NamedAd) => Chance | undefined;
  sourceOf: (ad: NamedAd, figure: 'spend' | 'conversions' | 'revenue' | 'roas' | 'cost_per_conversion') => Source | undefined;
}

export function useCredit(): Credit {
  const { model: asked, ...rest } = useAsked();
  const query = {
    ...rest,
    ...(asked === undefined ? {} : { models: [asked] }),
    dimension: 'ad' as const,
    include: ['interval' as const],
  };
  const { data } = useFigures(['attribution', query], (signal) =>
    unwrap(api.GET('/api/v1/attribution', { params: { query }, signal })),
  );
  const model = data?.meta.models[0];
  const places = new Map(data?.data.rows.map(({ key }, at) => [key, at]));
  const intervals = new Map(data?.intervals?.map((interval) => [interval.path, interval]));
  const pointerOf = ({ id, platform, account_id }: NamedAd, figure: string): string | undefined => {
    const at = places.get(`${platform}:${account_id}:${id}`) ?? places.get(id);
    if (at === undefined || model === undefined || data?.data.rows[at]?.platform !== platform) return undefined;
    return figure === 'spend' ? pointerTo('data', 'rows', at, 'spend') : pointerTo('data', 'rows', at, 'models', model, figure);
  };
  return {
    costOf: (ad) => {
      const interval = intervals.get(pointerOf(ad, 'cost_per_conversion') ?? '');
      return interval && { low: numberOf(interval.low), high: numberOf(interval.high) };
    },
    sourceOf: (ad, figure) => {
      const pointer = pointerOf(ad, figure);
      return pointer === undefined ? undefined : { path: '/api/v1/attribution', query, pointer };
    },
  };
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));
