// Plays one case on real stores: through the doors' own functions into the journal, then in full or in increments into the
// warehouse; and remembers what the rows are called, so that results can be told in their words.
import type { Base } from '../../src/base/base.ts';
import { key62, numberOf } from '../../src/base/kit/ids.ts';
import type { DecisionKind } from '../../src/base/state/decisions.ts';
import { acceptEvents } from '../../src/collect/events/accept.ts';
import { tokeniserOf } from '../../src/collect/events/enrich/tokeniser.ts';
import type { SpendRow } from '../../src/collect/events/event-body.ts';
import type { EventInput } from '../../src/collect/events/event-input.ts';
import { stitch } from '../../src/collect/identity/index.ts';
import { acceptSpend } from '../../src/collect/spend/accept-spend.ts';
import { initInstallation } from '../../src/collect/tracking/index.ts';
import { nameRowsOf } from '../../src/credit/channels/other-names.ts';
import { changeDefinitions, type DefinitionChange } from '../../src/credit/definitions/definitions.ts';
import { advance, rebuild } from '../../src/credit/pipeline/advance.ts';
import { settle } from '../../src/credit/pipeline/wait-until-computed.ts';
import type { Case, CsvRow, Happening, SpendReport } from './cases.ts';

export type Mode = 'in full' | 'in increments';

/** At most so many increments before the last. With one, a visit that comes after its payment came with the payment, and a planted fault was missed. */
const PAUSES = Number(process.env['PAUSES'] ?? 2);

const TYPES = ['external_id', 'crm_contact_id', 'national_id', 'email', 'phone'] as const;
type IdentifierType = (typeof TYPES)[number];
const CLICKS = ['gclid', 'gbraid', 'wbraid', 'dclid', 'msclkid', 'fbclid', 'fbc', 'ttclid', 'twclid', 'li_fat_id', 'rdt_cid'];
const UTMS = ['source', 'medium', 'campaign', 'term', 'content'];

const pick = (row: CsvRow, names: readonly string[], prefix = ''): CsvRow | undefined => {
  const found = names.flatMap((name) => (row[prefix + name] ? [[name, row[prefix + name] as string]] : []));
  return found.length > 0 ? Object.fromEntries(found) : undefined;
};

/** A row of given.csv as a door would hand it over. */
function eventOf(row: CsvRow): EventInput {
  const text = (name: string): string | undefined => row[name] || undefined;
  const amount = text('value_amount');
  return {
    event_type: text('event_type') ?? 'page_view',
    event_id: text('event_id'),
    idempotency_key: text('idempotency_key'),
    anonymous_id: text('anonymous_id'),
    occurred_at: text('occurred_at'),
    url: text('url'),
    referrer: text('referrer'),
    refund_of: text('refund_of'),
    installment_of: text('installment_of'),
    deal_id: text('deal_id'),
    event_source_url: text('event_source_url'),
    user_agent: text('user_agent'),
    engaged_seconds: text('engaged_seconds'),
    value: amount === undefined ? undefined : { amount, currency: text('currency') ?? 'USD' },
    user_traits: pick(row, TYPES),
    click_ids: pick(row, CLICKS),
    ad: row['campaign_id'] || row['adset_id'] || row['ad_id'] ? adOf(row) : undefined,
    utm: pick(row, UTMS, 'utm_'),
    sale: saleOf(row),
    properties: propertiesOf(row),
  };
}

const propertiesOf = (row: CsvRow): Record<string, unknown> | undefined => {
  if (row['is_internal'] === 'true') return { is_internal: true };
  return row['link_url'] ? { link_url: row['link_url'] } : undefined;
};

const saleOf = (row: CsvRow): EventInput['sale'] => {
  const list = (name: string): string[] => (row[name] ?? '').split('|').filter((id) => id !== '');
  const ids = { payment_ids: list('payment_ids'), order_ids: list('order_ids') };
  const isNamed = row['system'] || ids.payment_ids.length > 0 || ids.order_ids.length > 0;
  return isNamed ? { system: row['system'], ...ids } : undefined;
};

const adOf = (row: CsvRow): NonNullable<EventInput['ad']> => ({
  platform: row['ad_platform'],
  account_id: row['ad_account'],
  campaign_id: row['campaign_id'],
  adset_id: row['adset_id'],
  ad_id: row['ad_id'],
});

/** One row per event: `repeat` and `every` (seconds) stand for many. */
function spread(values: CsvRow[]): CsvRow[] {
  return values.flatMap((row) => {
    const times = Number(row['repeat'] || 1);
    if (times === 1) return [row];
    const start = Date.parse(`${row['occurred_at']}Z`);
    return Array.from({ length: times }, (_, i) => ({
      ...row,
      event_id: `${row['event_id']}-${i + 1}`,
      occurred_at: new Date(start + i * Number(row['every']) * 1000).toISOString(),
    }));
  });
}

const labelOf = (row: CsvRow): string => row['idempotency_key'] || row['event_id'] || '?';

export class Player {
  readonly base: Base;
  readonly profileId: string;
  readonly #case: Case;
  readonly #mode: Mode;
  readonly #labels = new Map<bigint, string>();
  readonly #browsers = new Map<bigint, string>();
  readonly #identifiers = new Map<bigint, string>();

  constructor(base: Base, played: Case, mode: Mode) {
    this.base = base;
    this.#case = played;
    this.#mode = mode;
    const { timezone = 'UTC', currency = 'USD', own_domains: domains } = played.settings;
    this.profileId = initInstallation(base, {
      email: `${played.name}.${mode}@owner.example`.replaceAll(/[ /]/g, '.'),
      workspace: 'Models',
      profile: 'Main',
      currency,
      timezone,
      domain: 'shop.example',
    }).profile_id;
    if (domains) this.#decide('setting', 'own_domains', { name: 'own_domains', value: JSON.stringify(domains) });
    for (const [name, value] of Object.entries(played.settings.settings ?? {})) this.#decide('setting', name, { name, value });
    const { spend_aliases: aliases = [], other_names: names = [] } = played.settings;
    if (aliases.length + names.length > 0)
      this.#decide('channel_rules', 'spend_aliases', { rules: [], aliases, names: nameRowsOf(names) });
    if (played.settings.definitions) changeDefinitions(base, this.profileId, 'system', played.settings.definitions);
  }

  async play(): Promise<void> {
    const rows = spread(this.#case.given);
    const marks = new Set([...this.#case.spend, ...this.#case.happenings].map(({ after }) => after));
    await this.#happen('');
    // After the first row, in the middle and at the end: a round costs what all of a full computation does. `npm run test:deep` advances after each row.
    const step = Math.ceil(rows.length / PAUSES);
    let waiting: CsvRow[] = [];
    for (const [i, row] of rows.entries()) {
      waiting.push(row);
      const next = rows[i + 1];
      const isOneOfMany = next !== undefined && Boolean(row['repeat']) && next['repeat'] === row['repeat'];
      const isPaused = this.#mode === 'in increments' && i % step === 0;
      const mustSend = isPaused || marks.has(labelOf(row)) || trustOf(next ?? row) !== trustOf(row) || next === undefined;
      if (!mustSend || (isOneOfMany && !marks.has(labelOf(row)))) continue;
      await this.#send(waiting);
      waiting = [];
      // A door takes what servers and browsers say apart; the increments are those of the pauses.
      const isIncrement = isPaused || marks.has(labelOf(row)) || next === undefined;
      if (isIncrement && this.#mode === 'in increments') await advance(this.base, this.profileId);
      if (marks.has(labelOf(row))) await this.#happen(labelOf(row));
    }
    await this.#happen('end');
    await settle(this.base, this.profileId);
    // What was computed on the way, for a fit, must not help here.
    const isFitted = this.#case.happenings.some(({ kind }) => kind === 'fit');
    if (this.#mode === 'in full' && isFitted) await rebuild(this.base, this.profileId);
  }

  async #send(rows: CsvRow[]): Promise<void> {
    const trust = trustOf(rows[0] as CsvRow);
    const inputs = rows.map(eventOf);
    const accepted = await acceptEvents(
      this.base,
      this.profileId,
      inputs.map((input) => ({ input })),
      trust,
    );
    accepted.forEach((answer, i) => {
      const row = rows[i] as CsvRow;
      if (answer.status === 'rejected') throw new Error(`${labelOf(row)}: ${answer.error.message}`);
      this.#labels.set(numberOf('fact', this.profileId, answer.outcome_event_id) as bigint, labelOf(row));
      this.#remember(inputs[i] as EventInput);
    });
  }

  /** Keys of the people and browsers of a row, by the names that the row gives them. */
  #remember(input: EventInput): void {
    if (input.anonymous_id)
      this.#browsers.set(this.#keyOf('anonymous_id', String(input.anonymous_id)), String(input.anonymous_id));
    for (const type of TYPES) {
      const value = input.user_traits?.[type];
      if (value) this.#identifiers.set(this.#keyOf(type, String(value)), String(value));
    }
  }

  #keyOf(type: IdentifierType | 'anonymous_id', value: string): bigint {
    const tokens = tokeniserOf(this.base, this.profileId);
    const token = tokens.token(type, tokens.normalise(type, value).value ?? '');
    return key62(type === 'anonymous_id' ? `browser:${token}` : `${type}:${token}`);
  }

  async #happen(after: string): Promise<void> {
    const reports = this.#case.spend.filter((one) => one.after === after);
    const happenings = this.#case.happenings.filter((happening) => happening.after === after);
    for (const report of reports) await this.#spend(report);
    for (const one of happenings) await this.#one(one);
    if (this.#mode === 'in increments' && reports.length + happenings.length > 0) await settle(this.base, this.profileId);
  }

  async #spend({ after: _, rows, ...day }: SpendReport): Promise<void> {
    const named = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')));
    await acceptSpend(this.base, this.profileId, [{ ...day, rows: named as unknown as SpendRow[] }]);
  }

  async #one({ kind, a, b }: Happening): Promise<void> {
    switch (kind) {
      case 'merge':
      case 'undo': {
        await stitch(this.base, this.profileId);
        const pair = [this.#customerNamed(a), this.#customerNamed(b)].sort((x, y) => (x < y ? -1 : 1)).map(String);
        const payload = { customer_a: pair[0], customer_b: pair[1] };
        return this.#decide(kind === 'merge' ? 'merge_edge_added' : 'merge_edge_removed', `${a} ${b}`, payload);
      }
      case 'same':
      case 'apart':
      case 'undecided': {
        const [first = '', second = ''] = [a, b]
          .map((name) => this.#factNamed(name))
          .sort((x, y) => (x < y ? -1 : 1))
          .map(String);
        return this.#decide('sale_pair', `${a} ${b}`, { payment_a: first, payment_b: second, verdict: kind });
      }
      case 'setting':
        return this.#decide('setting', a, { name: a, value: b });
      case 'definition':
        changeDefinitions(this.base, this.profileId, 'system', [{ conversion_key: a, ...JSON.parse(b) } as DefinitionChange]);
        return;
      case 'fit':
        return settle(this.base, this.profileId, { fit: true });
      default:
        throw new Error(`nothing is called "${kind}"`);
    }
  }

  #factNamed(name: string): bigint {
    const [seq] = [...this.#labels].find(([, label]) => label === name) ?? [];
    if (seq === undefined) throw new Error(`no row is called ${name}`);
    return seq;
  }

  #customerNamed(name: string): bigint {
    const [key] = [...this.#identifiers].find(([, value]) => value === name) ?? [];
    const rows = this.base.state
      .statement('collect/identity/identifier_find')
      .allBig({ profile_id: this.profileId, identifier_key: key ?? 0n });
    const found = rows[0]?.['customer_no'];
    if (found === undefined) throw new Error(`nobody holds the identifier ${name}`);
    return found as bigint;
  }

  #decide(kind: DecisionKind, subject: string, payload: Record<string, unknown>): void {
    this.base.state.decide({
      profileId: this.profileId,
      kind,
      afterSeq: this.base.journal.lastSeq(this.profileId),
      subject,
      payload,
      actor: 'system',
      decidedAt: this.base.clock.now(),
    });
  }

  /** What a fact is called in given.csv. A negative number is the synthetic touch of that outcome. */
  event(seq: bigint): string {
    const label = this.#labels.get(seq < 0n ? -seq : seq) ?? `fact ${seq}`;
    return seq < 0n ? `synthetic of ${label}` : label;
  }

  browser(visitorKey: bigint): string {
    return this.#browsers.get(visitorKey) ?? 'a browser without a name';
  }

  /** A person by the strongest identifier of its oldest customer, or by its browser. */
  person(personKey: bigint): string {
    if (personKey <= -(1n << 62n)) return 'nobody';
    if (personKey < 0n) return `browser ${this.browser(-personKey)}`;
    const stored = this.base.state
      .decisions(this.profileId, 0n, 100_000)
      .filter(({ kind }) => kind === 'identifier_added')
      .map(({ payload }) => payload as { type: IdentifierType; identifier_key: string; customer_no: string })
      .filter(({ customer_no: customer }) => BigInt(customer) === personKey)
      .sort((x, y) => TYPES.indexOf(x.type) - TYPES.indexOf(y.type));
    return this.#identifiers.get(BigInt(stored[0]?.identifier_key ?? 0)) ?? 'a customer without a name';
  }
}

const trustOf = (row: CsvRow): 'server' | 'browser' => (row['trust'] === 'browser' ? 'browser' : 'server');
