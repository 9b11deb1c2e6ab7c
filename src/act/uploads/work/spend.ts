// Spend of files: gathered by account and day, as a day is reported whole.
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import type { SpendBody } from '../../../collect/events/index.ts';
import { AskedOfFile, type FileHead, type Reading } from '../../../collect/imports/index.ts';
import {
  type PlannedDay,
  planDays,
  readSpendDay,
  type SentSpendRow,
  type SpendFile,
  sumOf,
  writeDays,
} from '../../../collect/spend/index.ts';
import { spendReaderOf } from '../../connections/index.ts';
import { type KindWork, noOutcome, type Outcome, type Work } from './work.ts';

type SpendReading = Extract<Reading, { kind: 'spend' }>;

interface GatheredDay {
  day: Omit<SpendBody, 'rows'>;
  rows: SentSpendRow[];
}

const rowOf = ({
  spend,
  campaign_id,
  campaign,
  adset_id,
  adset,
  ad_id,
  ad,
  impressions,
  clicks,
}: SpendReading): SentSpendRow => ({
  spend,
  campaign_id,
  campaign_name: campaign,
  adset_id,
  adset_name: adset,
  ad_id,
  ad_name: ad,
  impressions: impressions ?? undefined,
  clicks: clicks ?? undefined,
});

class Days {
  readonly #days = new Map<string, GatheredDay>();
  readonly #platform: string | undefined;
  #lacks: AskedOfFile | undefined;

  constructor(platform: string | undefined) {
    this.#platform = platform;
  }

  add(reading: Reading, { layout }: FileHead): void {
    if (reading.kind !== 'spend') return;
    const platform = this.#platform ?? (layout?.source === 'mapping' ? undefined : layout?.source);
    const account_id = reading.account;
    if (platform === undefined)
      this.#lacks ??= new AskedOfFile(
        'The file does not say of which ad platform it is: add --platform NAME, e.g. google or meta.',
        { ask: 'platform', words: 'The file does not say of which ad platform it is: which is it, e.g. google or meta?' },
      );
    if (account_id === undefined)
      this.#lacks ??= new AskedOfFile(
        'The file does not name its ad account, so that its days could be those of another account or of a connection: add --account ID.',
        {
          ask: 'account',
          words:
            'The file does not name its ad account, so that its days could be those of another account or of a connection: which account is it?',
        },
      );
    if (platform === undefined || account_id === undefined) return;
    const name = JSON.stringify([platform, account_id, reading.day]);
    const gathered = this.#days.get(name) ?? {
      day: { platform, account_id, day: reading.day, currency: reading.currency },
      rows: [],
    };
    if (gathered.day.currency !== reading.currency)
      this.#lacks ??= new AskedOfFile(
        `${reading.day} has spend of account ${account_id} in ${gathered.day.currency} and in ${reading.currency} (line ${reading.line}): an account has one currency.`,
      );
    gathered.rows.push(rowOf(reading));
    this.#days.set(name, gathered);
  }

  /** @throws UnusableFile in words: part of a day would take the place of the whole day. */
  whole(now: number): { day: SpendBody; rows: number }[] {
    if (this.#lacks !== undefined) throw this.#lacks;
    return [...this.#days.values()].map(({ day, rows }) => {
      try {
        return { day: readSpendDay({ ...day, rows }, now), rows: rows.length };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        throw new UnusableFile(`${day.day}: ${error.message} Nothing was written.`);
      }
    });
  }
}

export function spendWork(base: Base, { request, file, memory }: Work): KindWork {
  const { profileId, onConflict, platform } = request;
  const days = new Days(platform);
  return {
    see: (reading, head) => days.add(reading, head),
    ready: async () => {
      const readerOf = spendReaderOf(base, profileId);
      const spend: SpendFile = { profileId, onConflict, content: await request.contentOf(file), readerOf };
      const begun = memory?.plannedDays();
      if (begun) {
        const goOn = async () => {
          await writeDays(base, spend, begun.days);
          return begun.outcome;
        };
        return { preview: async () => begun.outcome, commit: goOn };
      }
      const whole = days.whole(base.clock.now());
      const plan = await planDays(
        base,
        spend,
        whole.map(({ day }) => day),
      );
      const outcome = outcomeOf(whole, plan);
      const commit = async () => {
        memory?.planDays(plan, outcome);
        await writeDays(base, spend, plan);
        return outcome;
      };
      return { preview: async () => outcome, commit };
    },
  };
}

function outcomeOf(whole: readonly { rows: number }[], plan: readonly PlannedDay[]): Outcome {
  const replaced: NonNullable<Outcome['replaced']> = [];
  const outcome = { ...noOutcome(), replaced };
  for (const [at, { day, effect, before = '0' }] of plan.entries()) {
    outcome[effect === 'same' ? 'known' : 'created'] += whole[at]?.rows ?? 0;
    if (effect === 'replaced') replaced.push({ day: day.day, before, after: sumOf(day.rows.map(({ spend }) => spend)) });
  }
  return outcome;
}
