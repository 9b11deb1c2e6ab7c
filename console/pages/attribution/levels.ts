// The levels of the tree, channel to ad, and the call behind each opened row. A row is named by the keys from its channel down.
import type { Answer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { usePageParam } from '../../question/page-param.ts';
import { MODELS, type Model } from '../../question/question.ts';
import { modesWithout, useFigures, useQuestion } from '../../question/use-question.tsx';

export type Row = Schemas['AttributionRow'];
export type AttributionAnswer = Schemas['AttributionAnswer'];
/** Keys from the channel down. */
export type NodePath = readonly string[];

export const ALL_MODELS = Object.keys(MODELS) as Model[];

export const LEAVES = { adset: 'Ad sets', ad: 'Ads' } as const;
export type Leaf = keyof typeof LEAVES;
export const LEAF_VALUES: readonly Leaf[] = ['adset', 'ad'];

/** The level below a path. */
export const dimensionBelow = (path: NodePath, leaf: Leaf): 'channel' | 'source' | 'campaign' | Leaf => {
  if (path.length === 0) return 'channel';
  if (path.length === 1) return 'source';
  return path.length === 2 ? 'campaign' : leaf;
};
export const DEEPEST = 3;

/** In place of a channel, source or campaign: all of them. A list of ad sets has three before its rows. */
const ANY = '*';
export const LIST: NodePath = [ANY, ANY, ANY];

/** A path as one text, for the address; the signs between its parts are encoded in them. */
export const nameOf = (path: NodePath): string =>
  path.map((key) => encodeURIComponent(key).replaceAll('~', '%7E').replaceAll('*', '%2A')).join('~');

/** An address may have values that this page has not written. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
export const pathOf = (name: string): NodePath => name.split('~').map(decoded);

/** A list of paths in the address. */
export function usePaths(param: string): [string[], (names: readonly string[]) => void] {
  const [text, set] = usePageParam(param, '');
  return [text === '' ? [] : text.split('*').map((name) => nameOf(pathOf(name))), (names) => set(names.join('*'))];
}

export function useLevelQuery() {
  const { query, question } = useQuestion();
  const { model: _model, filter_modes, ...asked } = query;
  return (path: NodePath, leaf: Leaf) => {
    const [channel, source, campaign] = path;
    const exact = (['channel', 'source', 'campaign'] as const).filter((_, at) => (path[at] ?? ANY) !== ANY);
    return {
      ...asked,
      ...modesWithout(filter_modes, exact),
      ...(channel === undefined || channel === ANY ? {} : { channel }),
      ...(source === undefined || source === ANY ? {} : { source }),
      ...(campaign === undefined || campaign === ANY ? {} : { campaign }),
      ...(question.goal === undefined ? {} : { goal: question.goal }),
      ...(question.windowDays === undefined ? {} : { click_window_days: question.windowDays }),
      ...(question.hasIntervals ? { include: ['interval' as const] } : {}),
      dimension: dimensionBelow(path, leaf),
      models: ALL_MODELS,
    };
  };
}

export type LevelQuery = ReturnType<ReturnType<typeof useLevelQuery>>;

const load = (query: LevelQuery, signal: AbortSignal) => unwrap(api.GET('/api/v1/attribution', { params: { query }, signal }));

export function useLevel(path: NodePath, leaf: Leaf): Answer<AttributionAnswer> & { query: LevelQuery } {
  const query = useLevelQuery()(path, leaf);
  return { ...useFigures(['attribution', query], (signal) => load(query, signal)), query };
}

/** Rows by their paths, each from the answer of the level above it. */
export function usePicked(names: readonly string[], leaf: Leaf): Answer<PickedRow[]> {
  const queryOf = useLevelQuery();
  const picked = names.map((name) => {
    const path = pathOf(name);
    return { name, path, query: queryOf(path.slice(0, -1), leaf) };
  });
  return useFigures(
    ['attribution rows', picked],
    async (signal) => {
      const answers = await Promise.all(picked.map(({ query }) => load(query, signal)));
      return picked.flatMap(({ name, path, query }, at) => {
        const answer = answers[at];
        const index = answer?.data.rows.findIndex(({ key }) => key === path.at(-1)) ?? -1;
        const row = answer?.data.rows[index];
        return answer && row ? [{ name, path, row, index, answer, query }] : [];
      });
    },
    { isEnabled: names.length > 0 },
  );
}

export interface PickedRow {
  name: string;
  path: NodePath;
  row: Row;
  /** The position of the row in its answer. */
  index: number;
  answer: AttributionAnswer;
  query: LevelQuery;
}

/** Outcomes such as leads carry no money; then their number is what can be compared. */
export const hasMoney = ({ data }: AttributionAnswer): boolean =>
  ALL_MODELS.some((model) => Number(data.totals.models[model]?.revenue ?? 0) !== 0);

export const amountOf = (row: Pick<Row, 'models'>, model: Model, isMoney: boolean): number => {
  const figures = row.models[model];
  return Number((isMoney ? figures?.revenue : figures?.conversions) ?? 0);
};

export const intervalOf = (answer: AttributionAnswer, pointer: string): Schemas['Interval'] | undefined =>
  answer.intervals?.find(({ path }) => path === pointer);
