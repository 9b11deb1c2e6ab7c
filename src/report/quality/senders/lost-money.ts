// Findings about what was sent and is in no figure: refunds that name a sale nobody sent or take nothing from it, and outcomes that the door refused. Their money is in doubt
// beside what is counted.
import { apiKeysIn } from '../../../account/keys/index.ts';
import { profileSettings } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { trimmedDecimal } from '../../../base/kit/decimals.ts';
import { prepared } from '../../../base/warehouse/statements.ts';
import { FILE, type RefusedReason, refusedOutcomes } from '../../../collect/events/index.ts';
import { ask } from '../../../credit/pipeline/index.ts';
import { type Evidence, evidenceOf, type Measured, millionths } from '../findings.ts';
import { makeFinding } from '../kinds/instrumentation-kinds.ts';
import type { Scope } from '../period.ts';
import { type Finding, type Status, statusOfValue, thresholdOf, worstOf } from '../rules.ts';
import type { PartRow } from '../scope-rows.ts';

type Lost = PartRow<'lost'>;

/** Findings whose money is beside what is counted. */
export const BESIDE_COUNTED: ReadonlySet<string> = new Set(['refund_without_sale', 'refund_without_effect', 'outcomes_refused']);

const REASONS: Readonly<Record<RefusedReason, string>> = {
  used_key: 'used key',
  wrong_amount: 'wrong amount',
  wrong_time: 'wrong time',
  wrong_field: 'wrong field',
};

/** The sender of a refused outcome in words: the name of its key, or the layout of its file. */
function senderNames(base: ReadBase, profileId: string): (sender: string) => string {
  const keys = new Map(
    apiKeysIn(base, profileSettings(base, profileId).workspaceId).map(({ apiKeyId, name }) => [`key:${apiKeyId}`, name]),
  );
  return (sender) => {
    if (sender.startsWith(FILE)) return `a file (${sender.slice(FILE.length)})`;
    return sender.startsWith('key:') ? `key ${keys.get(sender) ?? 'that was deleted'}` : sender;
  };
}

/** A refused outcome in words. */
export function refusedText(
  base: ReadBase,
  profileId: string,
): (sender: string, eventType: string, reason: RefusedReason) => string {
  const nameOf = senderNames(base, profileId);
  return (sender, eventType, reason) => `${eventType} by ${nameOf(sender)}: ${REASONS[reason]}`;
}

type RefusedRow = ReturnType<typeof refusedOutcomes>[number];

const paramsOf = (rows: readonly RefusedRow[], labelOf: (row: RefusedRow) => string) => ({
  refused_keys: rows.map(({ outcome_key }) => outcome_key),
  refused_reasons: rows.map(({ reason }) => reason),
  refused_labels: rows.map(labelOf),
  refused_days: rows.map(({ day }) => day),
  refused_counts: rows.map(({ outcomes }) => BigInt(outcomes)),
  refused_amounts: rows.map(({ amount, currency }) => (currency === '' ? '' : amount)),
  refused_currencies: rows.map(({ currency }) => currency),
});

/** Parameters of the statement that compares refused outcomes with what came later. The days are those of UTC around the period's. */
export function refusedParams(base: ReadBase, { profileId, period }: Pick<Scope, 'profileId' | 'period'>) {
  const rows = refusedOutcomes(base, profileId, { from: period.date_from, to: period.date_to });
  const textOf = refusedText(base, profileId);
  return paramsOf(rows, ({ sender, event_type, reason }) => textOf(sender, event_type, reason));
}

/** Open refusals of some days by what was refused, from whom and why, which stay the same under another name of the key. */
export async function readRefused(
  base: ReadBase,
  profileId: string,
  { date_from, date_to }: { date_from: string; date_to: string },
) {
  const rows = refusedOutcomes(base, profileId, { from: date_from, to: date_to });
  if (rows.length === 0) return [];
  const refused = paramsOf(rows, ({ sender, event_type, reason }) => refusedSubject({ sender, eventType: event_type, reason }));
  return ask(base, profileId, prepared(REFUSED_MONEY, { date_from, date_to, ...refused }));
}

const REFUSED_MONEY = 'warehouse/report/quality/completeness/refused_money_list';

interface RefusedSubject {
  sender: string;
  eventType: string;
  reason: RefusedReason;
}

const refusedSubject = ({ sender, eventType, reason }: RefusedSubject): string => [reason, eventType, sender].join(' ');

const isReason = (text: string): text is RefusedReason => text in REASONS;

/** What a subject says of refused outcomes; the type may have blanks. */
export function readRefusedSubject(subject: string): RefusedSubject {
  const [reason = '', ...rest] = subject.split(' ');
  return { reason: isReason(reason) ? reason : 'wrong_field', sender: rest.at(-1) ?? '', eventType: rest.slice(0, -1).join(' ') };
}

const sumOf = (rows: readonly Lost[]): bigint => rows.reduce((sum, { amount }) => sum + (millionths(amount) ?? 0n), 0n);
const countOf = (rows: readonly Lost[]): number => rows.reduce((sum, { outcomes }) => sum + Number(outcomes), 0);

/** Money in a currency that has no rate is said in that. */
function evidenceLine({ label, outcomes, amount, own_amount, currency }: Lost): Evidence {
  const note = amount === null ? (own_amount === null ? 'amount unknown' : `${trimmedDecimal(own_amount)} ${currency}`) : null;
  return evidenceOf(label ?? '', { count: Number(outcomes), of: null, cash: amount, note });
}

/** By the share of the period's cash; without any, one is worth a look. */
function statusOfMoney(name: Exclude<Lost['finding'], 'refunds'>, lost: bigint, hits: number, { period }: Scope): Status {
  const cash = period.money.cash ?? 0n;
  if (hits === 0) return 'ok';
  return cash > 0n ? statusOfValue(Number(lost) / Number(cash), thresholdOf(name)) : 'attention';
}

/** @param outcomes Accepted in the period, of the types that are counted. */
export function lostFindings(rows: readonly Lost[], outcomes: number, scope: Scope): Finding[] {
  const of = (finding: Lost['finding']): Lost[] => rows.filter((row) => row.finding === finding);
  const refused = of('outcomes_refused');
  const measured = (lost: readonly Lost[], cases: number): Measured => ({
    hits: countOf(lost),
    cases,
    money: { spend: null, cash: sumOf(lost) },
    evidence: lost.map(evidenceLine),
  });
  const refusedCount = countOf(refused);
  const refusedShare = refusedCount / Math.max(1, refusedCount + outcomes);
  const refusedStatus = worstOf([
    statusOfMoney('outcomes_refused', sumOf(refused), refusedCount, scope),
    statusOfValue(refusedShare, thresholdOf('refused_share')),
  ]);
  const refunds = (['refund_without_sale', 'refund_without_effect'] as const).map((name) => {
    const lost = of(name);
    const status = statusOfMoney(name, sumOf(lost), countOf(lost), scope);
    return makeFinding(name, measured(lost, countOf(of('refunds'))), scope, status);
  });
  return [...refunds, makeFinding('outcomes_refused', measured(refused, refusedCount + outcomes), scope, refusedStatus)];
}
