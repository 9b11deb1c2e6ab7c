// What `seeds/click_ids.csv` says of click ids to those who send or match them: the name at destinations, the days they live, who takes them.
import { readSeed } from '../base/kit/seeds.ts';

const DAY_MS = 86_400_000;

export interface SentClickId {
  /** The name under which destinations know it. */
  sentAs: string;
  /** After the click; undefined where the platform publishes no end. */
  lifeMs: number | undefined;
  destinations: readonly string[];
}

let sent: ReadonlyMap<string, SentClickId> | undefined;

/** Click ids that a destination takes, by the name in addresses and by the name at destinations. */
export function sentClickIds(): ReadonlyMap<string, SentClickId> {
  sent ??= new Map(
    readSeed('click_ids').flatMap(({ kind, life_days, sent_as, destinations }) => {
      if (sent_as === '') return [];
      const lifeMs = life_days === '' ? undefined : Number(life_days) * DAY_MS;
      const entry = { sentAs: sent_as, lifeMs, destinations: destinations.split(' ') };
      return [kind, sent_as].map((name): [string, SentClickId] => [name, entry]);
    }),
  );
  return sent;
}

/** All click ids that are known, by their names in addresses. */
export const clickIdKinds = (): string[] => readSeed('click_ids').map(({ kind }) => kind);

/** Those by which a platform can match a conversion, in addresses and at destinations. */
export const matchedClickIds = (): string[] => [...sentClickIds().keys()];
