// Looks for words in a data folder: in the bytes of every file, in every value of every SQLite, DuckDB and Parquet file, and, for whoever
// has the keys, in what lies sealed in them. Answers where each was found, as file, table and column.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import Database from 'better-sqlite3';
import type { Base } from '../../../src/base/base.ts';

/** A place, and all texts that stand there. */
type Text = readonly [place: string, text: string];

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const textOf = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value));

function withDatabase<T>(file: string, read: (db: Database.Database) => T): T {
  const db = new Database(file, { readonly: true });
  try {
    return read(db);
  } finally {
    db.close();
  }
}

/** The index of search is no table that can be read; what it is kept in are tables beside it. */
const tablesOf = (db: Database.Database): string[] =>
  db
    .prepare("select name from sqlite_master where type = 'table' and sql not like 'create virtual table%'")
    .pluck()
    .all() as string[];

const sqliteTexts = (file: string): Text[] =>
  withDatabase(file, (db) =>
    tablesOf(db).flatMap((table) => {
      const statement = db.prepare(`select * from "${table}"`).safeIntegers(true).raw(true);
      const rows = statement.all() as unknown[][];
      return statement.columns().map(({ name }, i): Text => [`${table}.${name}`, rows.map((row) => textOf(row[i])).join('\n')]);
    }),
  );

async function duckTexts({ file, isParquet }: { file: string; isParquet: boolean }): Promise<Text[]> {
  const instance = await DuckDBInstance.create(isParquet ? ':memory:' : file);
  const connection = await instance.connect();
  try {
    const columns = async (from: string, before: string): Promise<Text[]> => {
      const all = (await connection.runAndReadAll(`select * from ${from}`)).getColumnsObjectJson();
      return Object.entries(all).map(([name, values]): Text => [`${before}${name}`, JSON.stringify(values)]);
    };
    if (isParquet) return await columns(`read_parquet('${file}')`, '');
    const tables = (await connection.runAndReadAll('select table_name from duckdb_tables()')).getRowsJson().flat() as string[];
    const texts: Text[] = [];
    for (const table of tables) texts.push(...(await columns(`"${table}"`, `${table}.`)));
    return texts;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Columns of bytes that hold hashes and public things: there is nothing to open. */
const PLAIN_BYTES =
  /^(?:facts\.fact_hash|outcomes\.(?:outcome_key|content_hash)|erased_facts\.fact_hash|wiped\.zeros|(?:workspace|profile)_logos\.png|\w+\.(?:hash|secret_hash|key_check|content_hash|call_key|request_hash)|passkeys\.public_key|connect_links\.state_hash|sso_attempts\.(?:state|browser)_hash|(?:search|knowledge)_index_\w+\.\w+)$/;
/** Of the installation itself. */
const OWN_SECRETS =
  /^(?:profile_keys\.sealed_key|day_keys\.sealed_key|profile_moves\.sealed_key|single_sign_on\.client_secret|sso_attempts\.secrets|second_factors\.secret|\w*sender_domains\.private_key)$/;

type Row = Record<string, unknown>;

/** What lies sealed in state and in the journal, opened. A column of bytes that this does not know makes it fail. */
export function openedTexts({ state, shortLived, config }: Base, profileId: string): Text[] {
  const ofProfile = (context: (row: Row) => string, column: string) => (row: Row) =>
    row['profile_id'] === undefined || row['profile_id'] === profileId
      ? state.keys.decrypt(profileId, context(row), row[column] as Buffer)
      : '';
  const ofImport = (column: string) => ofProfile((row) => `file import ${column} ${row['import_id']}`, column);
  const openers: Record<string, (row: Row) => string> = {
    'facts.traits': ofProfile(() => 'traits', 'traits'),
    'quarantine.traits': ofProfile(() => 'traits', 'traits'),
    'identifiers.sealed': ofProfile(() => 'national_id', 'sealed'),
    'identifier_claims.sealed': ofProfile(() => 'identifier_claim', 'sealed'),
    'customer_details.sealed': ofProfile(() => 'customer_details', 'sealed'),
    'statement_imports.file_name': ofProfile((row) => `statement name ${row['import_id']}`, 'file_name'),
    'statement_pieces.sealed': ofProfile((row) => `statement ${row['import_id']} ${row['piece_no']}`, 'sealed'),
    'file_imports.file_name': ofImport('file_name'),
    'file_imports.reading': ofImport('reading'),
    'file_imports.preview': ofImport('preview'),
    'file_imports.run': ofImport('run'),
    'file_imports.result': ofImport('result'),
    'provider_apps.secrets': (row) => state.vault.open(`provider app ${row['provider']}`, row['secrets'] as Buffer),
    'import_schedules.source': ofProfile((row) => `import schedule source ${row['schedule_id']}`, 'source'),
    'import_schedules.reading': ofProfile((row) => `import schedule reading ${row['schedule_id']}`, 'reading'),
    'kept_mappings.mapping': ofProfile((row) => `kept mapping ${row['header_hash']}`, 'mapping'),
    'shop_orders.sealed': ofProfile((row) => `shop order ${row['provider']} ${row['account_id']} ${row['order_id']}`, 'sealed'),
    'messages.sealed': ofProfile((row) => `message ${row['message_id']}`, 'sealed'),
    'message_media.sealed': ofProfile((row) => `message media ${row['media_id']}`, 'sealed'),
    'blocked_addresses.sealed': ofProfile((row) => `blocked address ${row['blocked_id']}`, 'sealed'),
    'joined_browsers.joined': ofProfile(() => 'joined_browser', 'joined'),
    'intents.intent': (row) => state.vault.open(String(row['intent_id']), row['intent'] as Buffer),
    'intents.outcome': (row) =>
      row['outcome'] === null ? '' : state.vault.open(String(row['intent_id']), row['outcome'] as Buffer),
    'idempotent_calls.answer': (row) => state.vault.open((row['call_key'] as Buffer).toString('hex'), row['answer'] as Buffer),
    'connections.tokens': ofProfile((row) => `connection ${row['connection_id']} tokens`, 'tokens'),
    'connection_hooks.secret': ofProfile((row) => `connection ${row['connection_id']} webhooks`, 'secret'),
    'conversion_destinations.secret': ofProfile((row) => `conversion destination ${row['destination_id']} secret`, 'secret'),
    'webhook_subscriptions.secrets': ofProfile((row) => `webhook ${row['subscription_id']} secrets`, 'secrets'),
    'alert_chats.address': ofProfile((row) => `alert chat ${row['chat_id']} address`, 'address'),
    'connect_links.verifier': ofProfile((row) => `connect link ${row['link_id']} verifier`, 'verifier'),
    'connect_links.tokens': ofProfile((row) => `connect link ${row['link_id']} tokens`, 'tokens'),
    'entries.sealed': (row) => shortLived.get(profileId, [String(row['name'])]).get(String(row['name']))?.text ?? '',
    'erasures.work': (row) => state.vault.open(`erasure:${row['erasure_id']}`, row['work'] as Buffer),
  };
  const unpack = (text: string): string => gunzipSync(Buffer.from(text, 'base64')).toString();
  return ['state.sqlite', 'journal.sqlite', 'short-lived.sqlite'].flatMap((file) =>
    withDatabase(join(config.dataDir, file), (db) =>
      tablesOf(db).flatMap((table) =>
        (db.prepare(`select name, type from pragma_table_info('${table}')`).all() as { name: string; type: string }[])
          .filter(({ type }) => type.toLowerCase() === 'blob')
          .flatMap(({ name }): Text[] => {
            const column = `${table}.${name}`;
            if (PLAIN_BYTES.test(column) || OWN_SECRETS.test(column)) return [];
            const open = openers[column];
            if (!open)
              throw new Error(`${column} holds bytes that nobody looks into: say how they are opened, or that they are plain`);
            const rows = db.prepare(`select * from "${table}" where length("${name}") > 0`).all() as Row[];
            const texts = rows.map(open);
            const clear = column === 'statement_pieces.sealed' ? texts.map(unpack) : texts;
            return [[`${file} ${column} opened`, clear.join('\n')]];
          }),
      ),
    ),
  );
}

/**
 * Of the words those that are there, with the places that hold them. A warehouse file is looked into by a copy.
 * @param opened What only the keys open, as `openedTexts` answers it.
 */
export async function foundIn(
  folder: string,
  words: readonly string[],
  opened: readonly Text[] = [],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const note = (word: string, place: string): void => void found.set(word, [...(found.get(word) ?? []), place]);
  const see = (where: string, texts: readonly Text[]): void => {
    for (const [place, text] of texts) for (const word of words) if (text.includes(word)) note(word, `${where}${place}`);
  };
  see('', opened);
  const copies = mkdtempSync(join(tmpdir(), 'tributary-copies-'));
  try {
    for (const file of filesOf(folder)) {
      const where = relative(folder, file);
      const bytes = readFileSync(file);
      for (const word of words)
        if (bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le'))) note(word, `${where} (bytes)`);
      if (/\.sqlite$/.test(file) && !/lock/.test(file)) see(`${where} `, sqliteTexts(file));
      if (/\.parquet$/.test(file)) see(`${where} `, await duckTexts({ file, isParquet: true }));
      if (!/\.duckdb$/.test(file)) continue;
      const copy = join(copies, 'copy.duckdb');
      copyFileSync(file, copy);
      if (existsSync(`${file}.wal`)) copyFileSync(`${file}.wal`, `${copy}.wal`);
      see(`${where} `, await duckTexts({ file: copy, isParquet: false }));
      rmSync(copy);
      rmSync(`${copy}.wal`, { force: true });
    }
  } finally {
    rmSync(copies, { recursive: true, force: true });
  }
  return found;
}
