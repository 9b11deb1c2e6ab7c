// Facts that become a segment without the journal, for the archive's tests: numbered from their seq on, the second with traits, the third with a key.
import type { Load } from '../../../src/base/journal/archive.ts';
import { PARSING_SQL } from '../../../src/base/journal/segments.ts';
import { fact, outcome } from './facts.ts';

const ROWS = `
  select
    $profile as profile_id, $first::bigint + i as seq, 'event' as kind, 1::integer as schema_version,
    timestamp '2026-03-01 10:00:00' as received_at, timestamp '2026-03-01 09:59:59' as occurred_at, 'server' as trust, null::bigint as dedupe_hash,
    null::varchar as event_type, null::varchar as anonymous_token, null::varchar as identifier_tokens,
    concat('{"body":"f', $first::bigint + i, '"}') as body, parse_body('{}'::json) as parsed
  from range($count::bigint) as r(i) order by seq`;

export const loadOf =
  (profileId: string, count: number, key = 'paid'): Load =>
  async (firstSeq) => ({
    rows: count,
    receivedAt: Date.parse('2026-03-01T10:00:00Z'),
    occurredAtSum: BigInt(Date.parse('2026-03-01T09:59:59Z') * 1000) * BigInt(count),
    write: (target) => [
      { sql: PARSING_SQL },
      { sql: `copy (${ROWS}) to $target (format parquet)`, params: { target, profile: profileId, first: firstSeq, count } },
    ],
    kept: [
      {
        seq: firstSeq + 1n,
        fact: fact(profileId, `f${firstSeq + 1n}`, { identifierTokens: { email: 't' }, traits: Buffer.from('a@b.example') }),
      },
      { seq: firstSeq + 2n, fact: outcome(profileId, key) },
    ],
  });
