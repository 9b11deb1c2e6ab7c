// Whether the rows of a whole state belong together, as those of a backup must: each names a profile and a workspace that exist in it, the profile is
// in that workspace, and no row leads to a row of another profile or workspace.
import type { Database } from 'better-sqlite3';
import { ownedTables } from './owned-tables.ts';
import { type OWNERS, ownersOf, referencesOf } from './references.ts';

const PLACES = { profile_id: 'access_profiles', workspace_id: 'access_workspaces' } as const;
/** Of the installation itself, such as the cursor of its exchange rates. */
const OF_NO_PROFILE = '';
/** A purge of a workspace is a job under its id, in the column of profiles. */
const NOT_COMPARED = new Set(['jobs']);
type Owner = (typeof OWNERS)[number];

const has = (db: Database, select: string): boolean => db.prepare(select).get() !== undefined;

function inTable(db: Database, table: string): string | undefined {
  const owners = ownersOf(db, table);
  for (const owner of owners) {
    const place = PLACES[owner];
    const select = `select 1 from "${table}" where ${owner} is not null and ${owner} <> '${OF_NO_PROFILE}' and ${owner} not in (select ${owner} from ${place}) limit 1`;
    if (table !== place && has(db, select)) return `rows of ${table} name a ${owner.replace('_id', '')} that does not exist`;
  }
  if (owners.length < 2 || table === 'access_profiles') return undefined;
  const select = `select 1 from "${table}" as r inner join access_profiles as p on p.profile_id = r.profile_id
    where p.workspace_id <> r.workspace_id limit 1`;
  return has(db, select) ? `rows of ${table} name a profile of another workspace than their own` : undefined;
}

const common = (db: Database, table: string, parent: string): Owner[] => {
  const owners = new Set(ownersOf(db, parent));
  return ownersOf(db, table).filter((owner) => owners.has(owner));
};

/** What does not belong together, in words without a value; undefined where all does. */
export function strangersIn(db: Database): string | undefined {
  for (const { table } of ownedTables().filter((each) => !NOT_COMPARED.has(each.table))) {
    const found = inTable(db, table);
    if (found !== undefined) return found;
  }
  for (const { table, column, parent, parentColumn } of referencesOf(db)) {
    const differ = common(db, table, parent).map((owner) => `c.${owner} <> p.${owner}`);
    if (differ.length === 0) continue;
    const select = `select 1 from "${table}" as c inner join "${parent}" as p on p."${parentColumn}" = c."${column}" where ${differ.join(' or ')} limit 1`;
    if (has(db, select)) return `rows of ${table} name rows of ${parent} of another profile`;
  }
  return undefined;
}
