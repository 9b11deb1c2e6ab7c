// Accounts at ad platforms of a service that is a process of its own: its settings, its connections, and what is stored of spend.
import assert from 'node:assert/strict';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { Visitor } from '../../act/connections/visitor.ts';
import { testConfig } from '../../base/folder.ts';
import { until } from '../../until.ts';
import type { Installed, Json, Running } from './service.ts';

/** The variables by which a service finds the fakes. */
export const settingsOf = (platforms: readonly { id: string; settings: Record<string, string> }[]): Record<string, string> =>
  Object.fromEntries(
    platforms.flatMap(({ id, settings }) =>
      Object.entries(settings).map(([name, value]) => {
        const variable = name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
        return [`TRIBUTARY_${id.toUpperCase()}_${variable}`, value];
      }),
    ),
  );

export async function ask(service: Running, { session, profileId }: Installed, path: string, body?: unknown): Promise<Json> {
  const response = await fetch(`${service.address}/api/v1${path}?profile_id=${profileId}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Json;
  assert.ok(response.ok, `${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

/** By the link that a person opens. */
export async function connect(service: Running, installed: Installed, provider: string, accounts?: string[]): Promise<void> {
  const { url } = await ask(service, installed, `/connections/${provider}/connect`, accounts === undefined ? {} : { accounts });
  const seen = await new Visitor().grant(url);
  assert.equal(seen.status, 303, seen.html);
}

/** A CRM by its link, with what a person says of its stages there. */
export async function connectCrm(
  service: Running,
  installed: Installed,
  provider: string,
  meanings: Record<string, string>,
): Promise<void> {
  const { url } = await ask(service, installed, `/connections/${provider}/connect`, {});
  const visitor = new Visitor();
  const granted = await visitor.grant(url);
  assert.ok(granted.status < 400 && !granted.html.includes('class="fault"'), granted.html);
  const seen = await visitor.submit(url, meanings, `${url}/outcomes`);
  assert.equal(seen.status, 303, seen.html);
}

/** Waits until history and ads of every connected account are read. */
export function completed(service: Running, installed: Installed): Promise<Json[]> {
  let last: Json[] = [];
  const look = async () => {
    // A busy service may close a connection that was idle for it.
    last = await ask(service, installed, '/connections').catch(() =>
      service.isRunning() ? last : Promise.reject(new Error(service.log())),
    );
    if (last.length === 0) return false;
    const isRead = last.every(({ kind, accounts }) =>
      accounts
        .filter((each: Json) => each.is_selected)
        .every((each: Json) => each.is_history_complete && (kind !== 'ad_platform' || each.catalogue_read_at !== null)),
    );
    return isRead && last;
  };
  return until(look, 'accounts are read', 250);
}

export interface StoredDay {
  platform: string;
  account_id: string;
  day: string;
  rows: { ad_id: string; spend: string }[];
}

export interface StoredSpend {
  facts: StoredDay[];
  /** Rows of the warehouse, and what they cost, by platform. */
  computed: Map<string, { rows: number; spend: number }>;
  /** Of Meta. */
  ads: number;
}

export interface StoredAds {
  /** In the warehouse. */
  ads: number;
  names: Map<string, string>;
  /** Changes that are in two facts, one after the other. */
  twice: number;
  /** Objects that a fact calls removed. */
  removed: number;
}

/** Of Meta; of a data folder that no service has open. */
export async function storedAds({ dataDir, profileId }: Installed): Promise<StoredAds> {
  const base = await openBase(testConfig(dataDir));
  try {
    const objects = base.journal
      .read(profileId, 0n, 1_000_000)
      .flatMap(({ kind, body }) => (kind === 'ad_objects' ? (JSON.parse(body).objects as Json[]) : []));
    const latest = new Map<string, string>();
    let twice = 0;
    for (const object of objects) {
      const [key, content] = [`${object.type} ${object.id}`, JSON.stringify(object)];
      if (latest.get(key) === content) twice += 1;
      latest.set(key, content);
    }
    const rows = await base.warehouse.query(
      { profileId },
      { sql: "select ad_id, ad_name from ads where platform = 'meta'" },
      { deadlineMs: 60_000 },
    );
    return {
      ads: rows.length,
      twice,
      removed: objects.filter((each) => each.effective_status === 'removed').length,
      names: new Map(rows.map(({ ad_id: id, ad_name: name }) => [String(id), String(name)])),
    };
  } finally {
    await closeBase(base);
  }
}

/** Of a data folder that no service has open. */
export async function storedSpend({ dataDir, profileId }: Installed): Promise<StoredSpend> {
  const base = await openBase(testConfig(dataDir));
  try {
    assert.equal(base.archive.sealedUpTo(profileId), 0n);
    const facts = base.journal
      .read(profileId, 0n, 1_000_000)
      .flatMap(({ kind, body }) => (kind === 'spend_day' ? [JSON.parse(body) as StoredDay] : []));
    const query = (sql: string) => base.warehouse.query({ profileId }, { sql }, { deadlineMs: 60_000 });
    const sums = await query('select platform, count(*) as n, sum(spend)::double as spend from spend_rows group by platform');
    const computed = new Map(
      sums.map(({ platform, n, spend }) => [String(platform), { rows: Number(n), spend: Number(Number(spend).toFixed(2)) }]),
    );
    return { facts, computed, ads: Number((await query("select count(*) as n from ads where platform = 'meta'"))[0]?.['n']) };
  } finally {
    await closeBase(base);
  }
}
