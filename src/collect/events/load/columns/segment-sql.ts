// The statements between a piece's rows (`load_rows`, see piece-sql.ts) and the file of a segment: each distinct value of a group is numbered, enriched
// elsewhere, and joined back.

/** Numbers the distinct values of the rows whose parts do not depend on each other. */
const numbered = (group: string): string =>
  `create temp table load_${group}s as
    select row_number() over () - 1 as ${group}_id, ${group}
    from (select distinct ${group} from load_rows where is_candidate and ${group} is not null)`;

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
    where is_candidate and (${GROUPS.map((group) => `list_contains($${group}::bigint[], ${group}_id)`).join(' or ')}) order by place`,
  params: { rows, ...refused },
});

/** The sum of the times of all candidates but some. */
export const timesOf = (rows: string, but: bigint[]) => ({
  sql: `select coalesce(sum(occurred_us::hugeint), 0)::hugeint as occurred_at_sum
    from read_parquet($rows) where is_candidate and not list_contains($but::bigint[], place)`,
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

const SEGMENT = `
  select
    $profile_id as profile_id,
    r.seq,
    coalesce(o.kind, 'event') as kind,
    coalesce(o.schema_version, $schema_version::integer) as schema_version,
    make_timestamp(coalesce(o.received_ms, $received_ms::bigint) * 1000) as received_at,
    make_timestamp(coalesce(o.occurred_us, r.occurred_us)) as occurred_at,
    coalesce(o.trust, 'server') as trust,
    case when o.place is null then r.dedupe_hash else o.dedupe_hash end as dedupe_hash,
    case when o.place is null then p.event_type else o.event_type end as event_type,
    case when o.place is null then b.token else o.anonymous_token end as anonymous_token,
    o.identifier_tokens as identifier_tokens,
    case
      when o.place is null
        then concat(p.head, ',"visitor_key":"' || b.visitor_key || '"', a.part, ',"engaged_ms":' || e.engaged_ms, '}')
      else o.body
    end as body,
    case
      when o.place is null
        then struct_update(
          p.parsed, visitor_key := b.visitor_key, device := a.device, browser := a.browser, os := a.os, engaged_ms := e.engaged_ms
        )
      else o.parsed
    end as parsed
  from (
    select *, $first_seq::bigint + row_number() over (order by place) - 1 as seq
    from read_parquet($rows) where not list_contains($left_out::bigint[], place)
  ) as r
  left join made_pages as p using (page_id)
  left join made_browsers as b using (browser_id)
  left join made_agents as a using (agent_id)
  left join made_attentions as e using (attention_id)
  left join made_others as o using (place)
  order by r.seq`;

/** Writes the segment as `archive/segment_write` does; the bodies' parser has been made before. */
export function segmentStatements(files: SegmentFiles, facts: SegmentFacts, target: string) {
  const table = (name: string, file: string, columns: string, parsed = '') => ({
    sql: `create temp table ${name} as select *${parsed} from ${json('file', columns)}`,
    params: { file },
  });
  return [
    table(
      'made_pages',
      files.pages,
      "page_id: 'bigint', event_type: 'varchar', head: 'varchar'",
      ", try(parse_body((head || '}')::json)) as parsed",
    ),
    table('made_browsers', files.browsers, "browser_id: 'bigint', token: 'varchar', visitor_key: 'bigint'"),
    table(
      'made_agents',
      files.agents,
      "agent_id: 'bigint', device: 'varchar', browser: 'varchar', os: 'varchar', part: 'varchar'",
    ),
    table('made_attentions', files.attentions, "attention_id: 'bigint', engaged_ms: 'bigint'"),
    table(
      'made_others',
      files.others,
      `place: 'bigint', kind: 'varchar', schema_version: 'integer', received_ms: 'bigint', occurred_us: 'bigint', trust: 'varchar',
        dedupe_hash: 'bigint', event_type: 'varchar', anonymous_token: 'varchar', identifier_tokens: 'varchar', body: 'varchar'`,
      ', try(parse_body(body::json)) as parsed',
    ),
    {
      sql: `copy (${SEGMENT}) to $target (format parquet, compression zstd, row_group_size 30720)`,
      params: {
        ...{ target, rows: files.rows, left_out: facts.leftOut, profile_id: facts.profileId, first_seq: facts.firstSeq },
        ...{ schema_version: facts.schemaVersion, received_ms: facts.receivedMs },
      },
    },
  ];
}
