// The import rule of ARCHITECTURE.md: what a slice may see. Each message says what to do instead.

/** Districts and their slices in the order of the path of the data: one sees only what stands before it. */
const ORDER = [
  [
    'account',
    [
      'audit',
      'people',
      'places',
      'sso',
      'keys',
      'apps',
      'access',
      'handoffs',
      'guards',
      'workspaces',
      'profiles',
      'chats',
      'brand',
      'knowledge',
    ],
  ],
  ['collect', ['identity', 'tracking', 'events', 'imports', 'payments', 'spend', 'commerce']],
  ['credit', ['definitions', 'rates', 'pipeline', 'second-engine', 'what-if', 'progress', 'goals', 'channels', 'as-of']],
  ['report', ['analytics', 'customers', 'quality', 'reports']],
  [
    'act',
    [
      'connections',
      'calendar',
      'uploads',
      'ads',
      'recommendations',
      'creatives',
      'messaging',
      'sync',
      'webhooks',
      'alerts',
      'partner',
    ],
  ],
];

const slices = ORDER.flatMap(([district, names]) => names.map((name) => `${district}/${name}`));
const districts = ORDER.map(([district]) => district).join('|');
const SLICE = `^src/(?:${districts})/`;

/** A slice must not import those listed after it. */
const order = slices.slice(0, -1).map((slice, at) => ({
  name: `order-${slice.replace('/', '-')}`,
  comment:
    `${slice} stands before what it imports here. Data flows account → collect → credit → report → act, and in a district in the listed order. ` +
    'What must flow the other way goes through an outbox row, a follower of the journal with a cursor of its own, or the slice hooks that slices.ts lists.',
  severity: 'error',
  from: { path: `^src/${slice}/` },
  to: { path: `^src/(?:${slices.slice(at + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...order,
    {
      name: 'slice-must-be-listed',
      comment:
        'A slice that stands in no list has no order. Add it to ORDER in .dependency-cruiser.cjs, where it belongs on the path of the data.',
      severity: 'error',
      from: { path: `${SLICE}[^/]+/`, pathNot: `^src/(?:${slices.join('|')})/` },
      to: {},
    },
    {
      name: 'only-the-index-of-another-slice',
      comment:
        "Another slice's inside is its own affair. Import from its index.ts (or its pure.ts, in what runs in a thread); if what you need is not there, export it there.",
      severity: 'error',
      from: { path: `^src/((?:${districts})/[^/]+)/` },
      to: { path: `${SLICE}[^/]+/`, pathNot: ['^src/$1/', `${SLICE}[^/]+/(?:index|pure)\\.ts$`] },
    },
    {
      name: 'doors-and-roots-enter-by-the-index',
      comment:
        'Doors, src/call, app.ts, main.ts, service.ts, slices.ts and the tools in bin and seeds use a slice by its index.ts, as every other slice does.',
      severity: 'error',
      from: { path: '^(?:src/(?:doors/|call/|(?:app|main|service|slices)\\.ts)|bin/|seeds/)' },
      to: { path: `${SLICE}[^/]+/`, pathNot: `${SLICE}[^/]+/(?:index|slice)\\.ts$` },
    },
    {
      name: 'operations-only-by-invoke',
      comment:
        'A slice.ts lists the operations of a slice, which slices.ts composes for src/call. An import of one makes it possible to run an operation past access, limits and the log of reads: call `invoke` of src/call/index.ts with its id.',
      severity: 'error',
      from: { path: '^(?:src|bin|seeds)/', pathNot: '^src/slices\\.ts$' },
      to: { path: '^src/[^/]+/[^/]+/slice\\.ts$' },
    },
    {
      name: 'slices-know-no-door',
      comment:
        'A slice is called by doors through src/call and sees neither: no requests, no answers, no screens. Take a plain value as argument and give a plain value back.',
      severity: 'error',
      from: { path: SLICE },
      to: { path: ['^src/doors/', '^src/call/', '^src/(?:app|main|service|slices)\\.ts$', '^bin/'] },
    },
    {
      name: 'base-knows-no-business',
      comment:
        'base lies under all slices and has no business words. Hand the piece in from app.ts or slices.ts, or move it into the slice it belongs to.',
      severity: 'error',
      from: { path: '^src/base/' },
      to: { path: [SLICE, '^src/providers/', '^src/call/', '^src/doors/', '^src/(?:app|main|service|slices)\\.ts$', '^bin/'] },
    },
    {
      name: 'providers-know-base-alone',
      comment:
        'A provider is a client of an outside service: plain values in, plain values or a ProviderFailure out. Hand in what it needs; the slice that calls it keeps the business rules.',
      severity: 'error',
      from: { path: '^src/providers/' },
      to: { path: [SLICE, '^src/call/', '^src/doors/', '^src/(?:app|main|service|slices)\\.ts$', '^bin/'] },
    },
    {
      name: 'sandbox-knows-base-alone',
      comment:
        'The sandbox is a platform outside of the service that ships with it: it is reached by src/providers/sandbox, over HTTP. Hand in what it needs.',
      severity: 'error',
      from: { path: '^src/sandbox/' },
      to: { path: [SLICE, '^src/providers/', '^src/doors/', '^src/call/', '^src/(?:app|main|service|slices)\\.ts$', '^bin/'] },
    },
    {
      name: 'outside-only-through-providers',
      comment:
        'Connections to the outside are opened by src/providers alone: its client for own endpoints, its guard for hosts that customers name. Add a client there. ClickHouse is a store of the installation, which its operator names, and base/warehouse its only caller.',
      severity: 'error',
      from: {
        path: '^src/(?:account|collect|credit|report|act|base)/',
        pathNot: ['^src/collect/tracking/tracker/', '^src/base/warehouse/clickhouse/http-transport\\.ts$'],
      },
      to: { path: '^(?:node:)?(?:https|tls)$|node_modules/(?:undici|nodemailer|oauth4webapi)/' },
    },
    {
      name: 'no-door-imports-a-door',
      comment:
        'A door turns one kind of outside into calls and knows no other door. What doors of HTTP share belongs in src/doors/http, the way to an operation is `invoke` of src/call, and what is no matter of doors belongs in base or a slice.',
      severity: 'error',
      from: { path: '^src/doors/(?!cli/)([^/]+)/' },
      to: { path: '^src/doors/', pathNot: ['^src/doors/$1/', '^src/doors/http/'] },
    },
    {
      name: 'the-command-line-runs-jobs-alone',
      comment:
        'The command line runs the commands of src/doors/jobs, in its own process or over the socket, and knows no other door. What it shares with doors of HTTP belongs in src/doors/http.',
      severity: 'error',
      from: { path: '^src/doors/cli/' },
      to: { path: '^src/doors/', pathNot: '^src/doors/(?:cli|jobs|http)/' },
    },
    {
      name: 'call-knows-no-door',
      comment:
        'src/call is the way from every door to an operation: plain values in, plain values out. What depends on HTTP stays in the door, and the door hands it in as input.',
      severity: 'error',
      from: { path: '^src/call/' },
      to: { path: ['^src/doors/', '^src/(?:app|main|service|slices)\\.ts$', '^bin/'] },
    },
    {
      name: 'doors-call-by-invoke',
      comment:
        'A step of the pipeline alone skips the others: limits, access, the log of reads. Call `invoke` of src/call/index.ts with the id of the operation.',
      severity: 'error',
      from: { path: '^(?:src/(?:doors/|(?:app|main|service|slices)\\.ts)|bin/|seeds/)' },
      to: { path: '^src/call/', pathNot: '^src/call/index\\.ts$' },
    },
    {
      name: 'commands-load-no-app',
      comment:
        'A command that works on the stores loads the slices (slices.ts) and not the doors and the checks of requests, which app.ts loads: they are a fifth of its time.',
      severity: 'error',
      from: { path: '^src/(?:slices\\.ts$|doors/jobs/)' },
      to: { path: '^src/app\\.ts$' },
    },
    {
      name: 'nobody-imports-a-door',
      comment:
        'Doors are the outermost ring: only app.ts, slices.ts, main.ts, service.ts, bin and tests reach them (and the command line its jobs). Move what is shared into base or a slice.',
      severity: 'error',
      from: { path: '^(?:src|bin|seeds)/', pathNot: ['^src/doors/', '^src/(?:app|main|service|slices)\\.ts$', '^bin/'] },
      to: { path: '^src/doors/' },
    },
    {
      name: 'sqlite-only-in-its-place',
      comment:
        'better-sqlite3 is opened by base/state, base/journal, base/ledger, base/short-lived, base/move, base/upgrade, the lock and the backup alone. Slices ask through base.state.statement and sql/state/.',
      severity: 'error',
      from: {
        path: '^(?:src|bin|seeds)/',
        pathNot:
          '^src/base/(?:state/|journal/|ledger/|short-lived/|backup/|move/|upgrade/|folder/lock\\.ts$|folder/check-worker\\.ts$)|^bin/(?:statements/|release/)',
      },
      to: { path: 'node_modules/better-sqlite3', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'duckdb-only-in-its-place',
      comment: 'DuckDB runs in the warehouse process. Ask through base.warehouse with a statement of sql/.',
      severity: 'error',
      from: { path: '^(?:src|bin|seeds)/', pathNot: '^(?:src/base/warehouse/|bin/(?:dictionary\\.ts$|statements/))' },
      to: { path: 'node_modules/@duckdb/' },
    },
    {
      name: 'express-only-in-doors',
      comment: 'HTTP belongs to the doors. An operation is a plain function from a checked call to a plain value.',
      severity: 'error',
      from: { path: '^(?:src|bin|seeds)/', pathNot: '^src/(?:doors/|(?:app|main|service|slices)\\.ts$)' },
      to: { path: 'node_modules/(?:@types/)?express/' },
    },
    {
      name: 'console-knows-itself-alone',
      comment:
        'The workbench runs in a browser and calls /api/v1 alone. It has the types of the contract in console/api/contract.gen.ts; what a page lacks is missing in the contract.',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: ['^(?:src|bin|seeds|bench|test)/', '^node:'] },
    },
    {
      name: 'nobody-imports-the-console',
      comment:
        'The console is built into files for browsers, which src/doors/console serves. Server-drawn pages have parts of their own.',
      severity: 'error',
      from: { path: '^(?:src|bin|seeds|bench)/' },
      to: { path: '^console/' },
    },
    {
      name: 'product-knows-no-test',
      comment: 'What runs in production imports nothing from test/.',
      severity: 'error',
      from: { path: '^(?:src|bin|seeds)/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-cycle',
      comment: 'Two files that import each other cannot be read one after the other. Move what both need into a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      comment:
        'There is no such file or package (files are imported with their .ts extension, packages are listed in package.json).',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^tributary:' },
    },
    {
      name: 'no-development-dependency',
      comment: 'What runs in production may not need a development dependency. Move the package to dependencies, or do without.',
      severity: 'error',
      from: { path: '^(?:src|console)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^console/dist' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
