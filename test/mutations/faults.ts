// Planted faults: each changes one place of the product, in a room where a fault would cost somebody money, people or trust, and is to be
// found by these test files.

export interface PlantedFault {
  room: string;
  /** The effect on a user. */
  effect: string;
  file: string;
  /** Text that the file has once, and what takes its place. */
  from: string;
  to: string;
  tests: readonly string[];
  /** A model case, for the test of the models. */
  modelCase?: string;
}

const MODELS = ['test/models/models.test.ts'];

export const FAULTS: readonly PlantedFault[] = [
  {
    room: 'money',
    effect: 'halves are rounded down',
    file: 'src/base/kit/decimals.ts',
    from: '(2n * dividend + half) / (2n * divisor)',
    to: '(2n * dividend) / (2n * divisor)',
    tests: ['test/report/analytics/attribution.test.ts', 'test/report/analytics/overview.test.ts', 'test/report/csv.test.ts'],
  },
  {
    room: 'money',
    effect: 'a refund is added to the cash',
    file: 'sql/models/credit/cash_flows_insert.sql',
    from: '-greatest(least(asked, reversible - asked_before), 0)',
    to: 'greatest(least(asked, reversible - asked_before), 0)',
    tests: ['test/report/analytics/overview.test.ts'],
  },
  {
    room: 'money',
    effect: 'each bounce is counted as two',
    file: 'sql/warehouse/report/analytics/overview_series.sql',
    from: 'coalesce(bucket_visits.bounces, 0) as bounces',
    to: '2 * coalesce(bucket_visits.bounces, 0) as bounces',
    tests: ['test/report/analytics/overview.test.ts'],
  },
  {
    room: 'credit',
    effect: 'the millionths that are left of linear shares are lost',
    file: 'sql/models/credit/weighed.sql',
    from: '(placed.i <= 1000000 % placed.n)::bigint else 0',
    to: '(placed.i < 1000000 % placed.n)::bigint else 0',
    tests: MODELS,
    modelCase: 'linear',
  },
  {
    room: 'credit',
    effect: 'the rest of time decay goes to the touches that lost least',
    file: 'sql/models/credit/weighed.sql',
    from: 'order by shares.decay_rest desc, shares.place',
    to: 'order by shares.decay_rest, shares.place',
    tests: MODELS,
    modelCase: 'time_decay',
  },
  {
    room: 'credit',
    effect: 'a session ends after exactly 30 minutes',
    file: 'sql/models/intermediate/sessionized.sql',
    from: 'occurred_at - previous_at > interval 30 minutes',
    to: 'occurred_at - previous_at >= interval 30 minutes',
    tests: MODELS,
    modelCase: 'sessions/thirty_minutes',
  },
  {
    room: 'credit',
    effect: 'a path has 199 touches instead of 200',
    file: 'sql/models/credit/weighed.sql',
    from: 'greatest(count(*) - 199 - min(place)',
    to: 'greatest(count(*) - 198 - min(place)',
    tests: MODELS,
    modelCase: 'cap',
  },
  {
    room: 'credit',
    effect: 'what an increment lands later changes nobody’s earlier figures',
    file: 'src/credit/pipeline/models.ts',
    from: "models('scope/changed/dirty_clicks', 'scope/changed/dirty_people_by_visitor')",
    to: "models('scope/changed/dirty_clicks')",
    tests: MODELS,
    modelCase: 'visit_after_payment',
  },
  {
    room: 'credit',
    effect: 'channels stay as they were when the evidence of an origin changes',
    file: 'src/credit/pipeline/models.ts',
    from: "unlessEmpty('changed_origins', models('scope/changed/dirty_visitors_by_origin'))",
    to: "unlessEmpty('changed_origins', models())",
    tests: MODELS,
    modelCase: 'origins/',
  },
  {
    room: 'credit',
    effect: 'a request’s window for clicks is not used',
    file: 'sql/models/credit/windows_asked.sql',
    from: 'coalesce($cash_window_days::integer, max(value::integer)',
    to: 'coalesce(nullif($cash_window_days::integer, $cash_window_days::integer), max(value::integer)',
    tests: ['test/report/analytics/windows-asked.test.ts'],
  },
  {
    room: 'identity',
    effect: 'a merge that was undone stays',
    file: 'sql/models/decisions/identity/batch_edges.sql',
    from: "arg_max(kind, decision_no) = 'merge_edge_added'",
    to: "arg_min(kind, decision_no) = 'merge_edge_added'",
    tests: MODELS,
    modelCase: 'identity/merge_and_undo',
  },
  {
    room: 'identity',
    effect: 'merged customers become the youngest of them',
    file: 'sql/models/decisions/identity/component_map_insert.sql',
    from: 'coalesce(min(member) filter',
    to: 'coalesce(max(member) filter',
    tests: MODELS,
    modelCase: 'identity/merge',
  },
  {
    room: 'access',
    effect: 'an operation takes any kind of credential',
    file: 'src/account/access/authorize.ts',
    from: 'if (!need.auth.includes(principal.kind)) {',
    to: "if (principal.kind === 'tracker') {",
    tests: ['test/account/access/authorize.test.ts'],
  },
  {
    room: 'access',
    effect: 'a viewer may do what takes a manager',
    file: 'src/account/access/authorize.ts',
    from: 'if (isProfileRole(need.role) && !outranks(PROFILE_ROLES, membership.role, need.role)) throw roleLacks(need.role);',
    to: '',
    tests: ['test/account/access/authorize.test.ts'],
  },
  {
    room: 'access',
    effect: 'an app reaches profiles that it does not hold',
    file: 'src/account/access/authorize.ts',
    from: "if (need.reach !== 'any' && !appHolds(base, principal, profile.workspaceId, profile.profileId)) throw noSuch('profile');",
    to: '',
    tests: ['test/doors/rest/isolation.test.ts'],
  },
  {
    room: 'access',
    effect: 'one request more than the limit gets through',
    file: 'src/base/kit/limits.ts',
    from: 'const isOver = count.total >= limit;',
    to: 'const isOver = count.total > limit;',
    tests: ['test/base/kit/limits/sliding-window.test.ts', 'test/doors/rest/answers.test.ts'],
  },
  {
    room: 'doors',
    effect: 'a refused command line exits as one that failed',
    file: 'src/doors/cli/run.ts',
    from: 'return USAGE.has(refusal.code) ? EXIT.usage : EXIT.failed;',
    to: 'return EXIT.failed;',
    tests: ['test/doors/cli/commands.test.ts'],
  },
  {
    room: 'doors',
    effect: 'a page of any host may call the tools',
    file: 'src/doors/mcp/origin.ts',
    from: "if (allowed.includes('*') || allowed.includes(origin)) return true;",
    to: 'return true;',
    tests: ['test/doors/mcp/protocol.test.ts'],
  },
  {
    room: 'journal',
    effect: 'an outcome sent again with another amount counts as the same',
    file: 'src/base/journal/thread/append.ts',
    from: 'earlier.content_hash.equals(hash) ? DUPLICATE : CONFLICT',
    to: 'earlier.content_hash.length === hash.length ? DUPLICATE : CONFLICT',
    tests: ['test/base/journal/journal.test.ts'],
  },
  {
    room: 'journal',
    effect: 'a seq is given twice when a list is appended',
    file: 'src/base/journal/thread/append.ts',
    from: '  profile.last = seq;\n  touched.add(profile);',
    to: '  if (row > 0) profile.last = seq;\n  touched.add(profile);',
    tests: ['test/base/journal/journal.test.ts'],
  },
];
