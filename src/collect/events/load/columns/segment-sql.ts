// The statements between a piece's rows (`load_rows`, see piece-sql.ts) and the file of a segment: each distinct value of a group is numbered, enriched
// elsewhere, and joined back.

/** Numbers the distinct values of the rows whose parts do not depend on each other. */
const numbered = (group: string): string =>
  `create temp table load_${group}s as
    select row_number() over () - 1 as ${group}_id, ${group}
    from (select distinct ${group} from load_rows where is_candidate and ${group} is not null)`;

/** The number of no value. */
const NONE = -1;

export const GROUPS = ['page', 'browser', 'agent', 'attention'] as const;
export type Group = (typeof GROUPS)[number];

/** The dedupe hash is `key62` of base/kit/ids.ts, of the text of enrich/references.ts. */
const ROWS = `
  select
    place, is_candidate, case when is_candidate then occurred_us end as occurred_us,
    case when is_candidate then (('0x' || sha256('event:' || event_id)[1:16])::ubigint >> 2)::bigint end as dedupe_hash,
    ${GROUPS.map((group) => `case when is_candidate then ${group}_id end as ${group}_id`).join(', ')}
  from load_rows
  ${GROUPS.map((group) => `left join load_${group}s using (${group})`).join('\n  ')}
  order by place`;

/** Writes the rows with the numbers of their values; their first result but the groups is a line of sums. */
export const numberingStatements = (target: string) => [
  ...GROUPS.map((group) => ({ sql: numbered(group) })),
  { sql: `copy (${ROWS}) to $target (format parquet, compression uncompressed)`, params: { target } },
];

export const sums = { sql: 'select count(*) as row_count from load_rows' };
export const valuesOf = (group: Group) => ({ sql: `select ${group} as value from load_${group}s order by ${group}_id` });

/** Candidates one of whose values cannot be enriched apart. */
export const placesOf = (rows: string, refused: Readonly<Record<Group, bigint[]>>) => ({
  sql: `select place from read_parquet($rows)
    where is_candidate and (${GROUPS.map((group) => `${group}_id in (select unnest($${group}::bigint[]))`).join(' or ')}) order by place`,
  params: { rows, ...refused },
});

/** The sum of the times of all candidates but some. */
export const timesOf = (rows: string, but: bigint[]) => ({
  sql: `select coalesce(sum(occurred_us::hugeint), 0)::hugeint as occurred_at_sum
    from read_parquet($rows) where is_candidate and place not in (select unnest($but::bigint[]))`,
  params: { rows, but },
});

export interface SegmentFiles {
  rows: string;
  pages: string;
  browsers: string;
  agents: string;
  attentions: string;
  /** Facts that were made one by one, by their places. */
  others: string;
}

export interface SegmentFacts {
  profileId: string;
  firstSeq: bigint;
  receivedMs: number;
  schemaVersion: number;
  /** Places of rows that become no fact. */
  leftOut: bigint[];
}

const json = (file: string, columns: string): string =>
  `read_json($${file}, format = 'newline_delimited', maximum_object_size = 4194304, columns = {${columns}})`;

/** One row, which the planner takes for ten thousands. */
const ONE_OF_MANY = 'select i from range(100000) as many(i) where i < 1';

/**
 * Sorting whole facts costs as much as all the rest, and a join keeps the order of its left side only where each row finds one, and the planner takes that
 * side for the larger one. So all numbers are set, and the values of the number that stands for none are null. The archive checks the order.
 */
const MADE_ROWS = `
  select
    row_number() over (order by place) - 1 + $first_seq::bigint as seq, occurred_us, dedupe_hash, coalesce(other_id, ${NONE}) as other_id,
    ${GROUPS.map((group) => `case when other_id is null then coalesce(${group}_id, ${NONE}) else ${NONE} end as ${group}_id`).join(', ')}
  from (select * from read_parquet($rows) where place not in (select unnest($left_out::bigint[])))
  left join (select place, other_id from made_others) using (place)
  order by place`;

const SEGMENT = `
  select
    $profile_id as profile_id,
    r.seq,
    coalesce(o.kind, 'event') as kind,
    coalesce(o.schema_version, $schema_version::integer) as schema_version,
    make_timestamp(coalesce(o.received_ms, $received_ms::bigint) * 1000) as received_at,
    make_timestamp(coalesce(o.occurred_us, r.occurred_us)) as occurred_at,
    coalesce(o.trust, 'server') as trust,
    case when o.kind is null then r.dedupe_hash else o.dedupe_hash end as dedupe_hash,
    case when o.kind is null then p.event_type else o.event_type end as event_type,
    case when o.kind is null then b.token else o.anonymous_token end as anonymous_token,
    o.identifier_tokens as identifier_tokens,
    case
      when o.kind is null
        then concat(p.head, ',"visitor_key":"' || b.visitor_key || '"', a.part, ',"engaged_ms":' || e.engaged_ms, '}')
      else o.body
    end as body
  from (select made_rows.* from made_rows cross join (${ONE_OF_MANY})) as r
  left join made_pages as p using (page_id)
  left join made_browsers as b using (browser_id)
  left join made_agents as a using (agent_id)
  left join made_attentions as e using (attention_id)
  left join made_others as o using (other_id)`;

/** Writes the segment as `archive/segment_write` does; the bodies' parser has been made before. */
export function segmentStatements(files: SegmentFiles, facts: SegmentFacts, target: string) {
  const table = (name: string, key: string, file: string, columns: string, moreColumns = '') => [
    { sql: `create temp table ${name} as select *${moreColumns} from ${json('file', columns)}`, params: { file } },
    { sql: `insert into ${name} (${key}) values (${NONE})` },
  ];
  return [
    ...table('made_pages', 'page_id', files.pages, "page_id: 'bigint', event_type: 'varchar', head: 'varchar'"),
    ...table('made_browsers', 'browser_id', files.browsers, "browser_id: 'bigint', token: 'varchar', visitor_key: 'bigint'"),
    ...table(
      'made_agents',
      'agent_id',
      files.agents,
      "agent_id: 'bigint', device: 'varchar', browser: 'varchar', os: 'varchar', part: 'varchar'",
    ),
    ...table('made_attentions', 'attention_id', files.attentions, "attention_id: 'bigint', engaged_ms: 'bigint'"),
    ...table(
      'made_others',
      'other_id',
      files.others,
      `place: 'bigint', kind: 'varchar', schema_version: 'integer', received_ms: 'bigint', occurred_us: 'bigint', trust: 'varchar',
        dedupe_hash: 'bigint', event_type: 'varchar', anonymous_token: 'varchar', identifier_tokens: 'varchar', body: 'varchar'`,
      ', row_number() over () as other_id',
    ),
    {
      sql: `create temp table made_rows as ${MADE_ROWS}`,
      params: { rows: files.rows, left_out: facts.leftOut, first_seq: facts.firstSeq },
    },
    {
      sql: `copy (select *, try(parse_body(body)) as parsed from (${SEGMENT})) to $target (format parquet, compression zstd, row_group_size 30720)`,
      params: {
        target,
        profile_id: facts.profileId,
        schema_version: facts.schemaVersion,
        received_ms: facts.receivedMs,
      },
    },
  ];
}
