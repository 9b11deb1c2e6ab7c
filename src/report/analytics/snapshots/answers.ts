// What the pages of snapshots have in common: who asks, the parts of a question, and the answers of reports at one version of the figures.
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { checkDateRange } from '../../../base/contract/formats.ts';
import type { Principal, ProfileRef } from '../../../base/contract/operation.ts';
import type { components } from '../../../base/contract/types.ts';
import { MODELS, type Model } from '../../../credit/goals/index.ts';
import type { Version } from '../../../credit/pipeline/index.ts';
import type { OutsideNote } from '../outside/reader.ts';
import { overviewAnswer, seriesAnswer } from '../overview.ts';
import type { Contents, Headline } from './document.ts';
import { inReaderWords } from './reader-words.ts';

export type Question = components['schemas']['SnapshotQuestion'];

/** The caller and the place; the parts of a call that all reports have. */
export interface At {
  principal: Principal;
  profile: ProfileRef;
  workspaceId: string;
  requestId: string;
  body: undefined;
  /** For readers outside of sign-in. */
  isOutside: boolean;
  /** Whose boards are shown beside shared ones; undefined: nobody's. */
  maker?: string | undefined;
}

export const audienceOf = ({ isOutside }: At): { audience?: 'outside' } => (isOutside ? { audience: 'outside' } : {});

export interface Shown {
  contents: Contents;
  headline: Headline;
  version: Version;
  /** Where the page chooses them itself. */
  days?: Days;
}

interface Part {
  meta: { version: Version; currency: string; timezone: string };
  outside?: OutsideNote | undefined;
  warnings?: { code: string; message: string }[] | undefined;
}

/** The parameters that reports of figures share: filters, and the currency of money. */
export const SHARED = ['channel', 'source', 'medium', 'campaign', 'device', 'country', 'filter_modes', 'currency'] as const;
export const DAYS = ['date_from', 'date_to', 'as_of'] as const;

/** A longer range is drawn by weeks, as in the console. */
const DAYS_DRAWN = 120;
const DAY_MS = 86_400_000;

export type Days = { date_from: string; date_to: string };

export function daysIn({ date_from, date_to }: Partial<Days>): Days {
  if (date_from === undefined || date_to === undefined)
    throw new ApiError('validation_error', 'question: date_from and date_to are required.');
  checkDateRange(date_from, date_to);
  return { date_from, date_to };
}

export const intervalOf = ({ date_from, date_to }: Days): 'day' | 'week' =>
  (Date.parse(date_to) - Date.parse(date_from)) / DAY_MS >= DAYS_DRAWN ? 'week' : 'day';

type Picked<Keys extends keyof Question> = Pick<Question, Keys>;
export const pick = <Keys extends keyof Question>(question: Question, keys: readonly Keys[]): Picked<Keys> => {
  const found: Partial<Question> = {};
  for (const key of keys) if (question[key] !== undefined) Object.assign(found, { [key]: question[key] });
  return found;
};

export interface Answered extends Shown {
  /** Otherwise the figures have moved between its parts. */
  isOfOneVersion: boolean;
}

export function shown(
  parts: readonly [Part, ...Part[]],
  about: Pick<Contents, 'goal' | 'model' | 'blocks'>,
  headline: Headline,
): Answered {
  const [first] = parts;
  const { version, currency, timezone } = first.meta;
  const isOfOneVersion = parts.every(
    ({ meta }) => meta.version.through_seq === version.through_seq && meta.version.through_decision === version.through_decision,
  );
  const { outside } = first;
  const note =
    outside === undefined
      ? {}
      : { outside: { people_at_least: outside.people_at_least, closed_through: outside.closed_through } };
  const warnings = [
    ...new Set(parts.flatMap((part) => part.warnings?.map(({ message }) => inReaderWords(message)) ?? [])),
  ].filter(Boolean);
  return { contents: { ...about, ...note, currency, timezone, warnings }, headline, version, isOfOneVersion };
}

/** Outside has one model. */
export const modelsOf = ({ isOutside }: At): { models?: Model[] } => (isOutside ? {} : { models: [...MODELS] });

/** The period beside it; of an earlier moment of knowledge it has another version. */
export async function besideOf(
  at: At,
  base: ReadBase,
  { compared }: Question,
  query: Days & Picked<(typeof SHARED)[number] | 'as_of' | 'model'> & { audience?: 'outside' },
) {
  if (compared === undefined) return undefined;
  const params = { ...query, ...daysIn(compared), ...(compared.as_of === undefined ? {} : { as_of: compared.as_of }) };
  const figures = await overviewAnswer({ ...at, params }, base);
  return { figures, series: await seriesAnswer({ ...at, params: { ...params, interval: intervalOf(params) } }, base) };
}
