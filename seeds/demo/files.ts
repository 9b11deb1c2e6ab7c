// Writes a demo world as the files that the command line loads: events.csv, spend.csv, and truth.json beside them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventLine, SpendLine, World } from './world-lines.ts';

const EVENT_COLUMNS: (keyof EventLine)[] = [
  'event_id',
  'anonymous_id',
  'occurred_at',
  'event_type',
  'url',
  'referrer',
  'idempotency_key',
  'value_amount',
  'currency',
  'refund_of',
  'deal_id',
  'external_id',
  'crm_contact_id',
  'email',
  'phone',
  'user_agent',
  'first_name',
  'last_name',
  'country',
  'engaged_seconds',
  'properties',
];
const SPEND_COLUMNS: (keyof SpendLine)[] = [
  'platform',
  'account_id',
  'day',
  'campaign_id',
  'campaign_name',
  'adset_id',
  'adset_name',
  'ad_id',
  'ad_name',
  'currency',
  'spend',
  'impressions',
  'clicks',
];

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function csv<Line extends object>(columns: (keyof Line & string)[], lines: readonly Line[]): string {
  const rows = lines.map((line) => columns.map((column) => cell(String(line[column] ?? ''))).join(','));
  return `${[columns.join(','), ...rows].join('\n')}\n`;
}

export interface WorldFiles {
  events: string;
  spend: string;
  truth: string;
}

export function writeWorld(folder: string, world: World): WorldFiles {
  mkdirSync(folder, { recursive: true });
  const files = { events: join(folder, 'events.csv'), spend: join(folder, 'spend.csv'), truth: join(folder, 'truth.json') };
  writeFileSync(files.events, csv(EVENT_COLUMNS, world.events));
  writeFileSync(files.spend, csv(SPEND_COLUMNS, world.spend));
  writeFileSync(files.truth, `${JSON.stringify(world.truth, undefined, 2)}\n`);
  return files;
}

/** The events of a day after the world's own, as a file; answers its path. */
export function eventsFile(folder: string, day: string, events: readonly EventLine[]): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${day}.csv`);
  writeFileSync(file, csv(EVENT_COLUMNS, events));
  return file;
}
