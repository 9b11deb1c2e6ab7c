// The ads of an agent's write: the record of agents' writes names no ad, but the audit has a row for each planned change, with the
// agent's grant. Rows count for the first call of the grant and tool that ended after them.
import type { components } from '../../api/contract.gen.ts';

type Schemas = components['schemas'];
type Entry = Schemas['McpWritebackAuditsAnswer']['data'][number];
type AuditRow = Schemas['AuditEntry'];

/** The operation behind each tool that changes ads. */
const OPERATIONS: Readonly<Record<string, string>> = {
  apply_recommendation: 'applyRecommendation',
  pause_ad: 'pauseAd',
  resume_ad: 'resumeAd',
  set_ad_set_budget: 'setAdSetBudget',
};
const NOUNS: Readonly<Record<string, string>> = { ad: 'Ad', adset: 'Ad set' };
/** A call does not take longer; rows from before it belong to another. */
const LONGEST_MS = 10 * 60_000;

const textIn = ({ detail }: AuditRow, name: string): string => String(detail[name] ?? '');

/** Empty where it is not known, as of a refused call, which planned nothing. */
export function adsOf(entry: Entry, entries: readonly Entry[], audit: readonly AuditRow[]): string[] {
  const operation = OPERATIONS[entry.tool ?? ''];
  if (operation === undefined || entry.event === 'refused' || entry.credential === null) return [];
  const ends = entries
    .filter(({ tool, credential, event }) => tool === entry.tool && credential === entry.credential && event !== 'refused')
    .map(({ at }) => Date.parse(at));
  const end = Date.parse(entry.at);
  const before = Math.max(end - LONGEST_MS, ...ends.filter((at) => at < end));
  const rows = audit.filter(
    (row) =>
      row.action === 'ad_write.planned' &&
      row.profile_id === entry.subject &&
      textIn(row, 'operation') === operation &&
      textIn(row, 'credential') === entry.credential &&
      Date.parse(row.at) > before &&
      Date.parse(row.at) <= end,
  );
  // Two calls that ended at the same time cannot be told apart.
  if (ends.filter((at) => at === end).length > 1) return [];
  return [...new Set(rows.map((row) => `${NOUNS[textIn(row, 'target_type')] ?? 'Ad'} ${row.subject}`))];
}
