// Real stores in a folder of their own, one profile, and short ways to send facts and to read what was decided about them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { readConfig } from '../../../src/base/config/config.ts';
import type { Journal, Trust } from '../../../src/base/journal/journal.ts';
import { openJournal } from '../../../src/base/journal/open-journal.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { createSignals, type Signals } from '../../../src/base/kit/signals.ts';
import { openState } from '../../../src/base/state/open-state.ts';
import type { State } from '../../../src/base/state/state.ts';
import { enrichEvent } from '../../../src/collect/events/enrich/enrich.ts';
import { tokeniserOf } from '../../../src/collect/events/enrich/tokeniser.ts';
import type { EventInput, UserTraits } from '../../../src/collect/events/event-input.ts';

export const PROFILE = '6f1e8c9a-3b52-4d0e-9a57-0c4b6f0a1d11';
const START = Date.parse('2026-03-01T12:00:00Z');

export interface Sent extends UserTraits {
  trust?: Trust;
  browser?: string;
  url?: string;
}

export interface World {
  folder: string;
  state: State;
  journal: Journal;
  signals: Signals;
  send(...facts: Sent[]): Promise<void>;
  /** kind and payload of every decision, in order; keys replaced by what they stand for. */
  log(): string[];
  /** Every row of people's tables that the fold of the facts gives, sealed bytes left out. */
  rows(): Record<string, unknown[]>;
  close(): Promise<void>;
}

const TABLES: Record<string, string> = {
  customers: 'profile_id, customer_no',
  identifiers: 'identifier_key',
  browsers: 'visitor_key',
  proposals: 'customer_a, customer_b',
  proposal_evidence: 'customer_a, customer_b, kind, identifier_key',
  identifier_claims: 'identifier_key, customer_no',
  identifiers_left_off: 'identifier_key, customer_no',
  quarantine: 'seq',
  search_values: 'customer_no, kind, value',
};

/** Opens the stores of a folder; the profile's key is made when it is not there yet. */
export async function openWorld(folder: string): Promise<World> {
  const config = readConfig({ dataDir: folder, logLevel: 'silent' }, {});
  const state = openState(config, fakeClock('2026-03-02T00:00:00Z'));
  const journal = await openJournal(folder);
  const signals = createSignals();
  const hasKey = state.db.prepare('select 1 from profile_keys where profile_id = ?').get(PROFILE);
  if (!hasKey) state.keys.create(PROFILE);
  const tokens = tokeniserOf({ state }, PROFILE);
  const names = new Map<string, string>();
  let sent = Number(journal.lastSeq(PROFILE));

  const input = ({ browser, url, trust: _, ...traits }: Sent): EventInput => ({
    event_type: 'seen',
    occurred_at: START + 60_000 * sent++,
    anonymous_id: browser,
    url,
    user_traits: Object.keys(traits).length > 0 ? traits : undefined,
  });

  return {
    folder,
    state,
    journal,
    signals,
    send: async (...facts) => {
      const rows = facts.map((fact) => {
        const context = { profileId: PROFILE, receivedAt: START + 86_400_000, trust: fact.trust ?? 'server', tokens };
        const result = enrichEvent(input(fact), context);
        const body = JSON.parse(result.body) as {
          visitor_key?: string;
          identifiers?: { type: string; identifier_key: string }[];
        };
        if (body.visitor_key) names.set(body.visitor_key, fact.browser ?? 'pseudo');
        for (const i of body.identifiers ?? []) names.set(i.identifier_key, String(fact[i.type as keyof UserTraits]));
        return result;
      });
      await journal.append(rows);
    },
    log: () =>
      state.decisions(PROFILE, 0n, 100_000).map((decision) => {
        const payload = decision.payload as Record<string, string>;
        const messages = [
          payload['type'],
          names.get(payload['identifier_key'] ?? payload['visitor_key'] ?? ''),
          payload['reason'],
        ];
        const whom = payload['customer_no'] ?? decision.decisionNo.toString();
        return [decision.kind, ...messages.filter((text) => text !== undefined), `#${whom}`].join(' ');
      }),
    rows: () =>
      Object.fromEntries(
        Object.entries(TABLES).map(([table, order]) => [
          table,
          (
            state.db.prepare(`select * from ${table} order by ${order}`).safeIntegers(true).all() as Record<string, unknown>[]
          ).map(({ sealed: _, traits: __, value_no: ___, ...row }) => row),
        ]),
      ),
    close: async () => {
      await journal.close();
      state.close();
    },
  };
}

/** A world that is gone after the test. */
export async function world(t: TestContext): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-people-'));
  const opened = await openWorld(folder);
  t.after(async () => {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return opened;
}
