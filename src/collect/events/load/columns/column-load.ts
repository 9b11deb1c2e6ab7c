// Takes plain pieces of a CSV file by columns: the engine reads them, distinct values are enriched once, and all facts of a piece become a segment of the
// archive at once. The journal gets the keys of outcomes and what stitching has to read. Rows that are not alike are read one by one, in their places.
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { LoadedFacts } from '../../../../base/journal/archive.ts';
import { PARSING_SQL } from '../../../../base/journal/segments.ts';
import { readJson } from '../../../../base/kit/stored-json.ts';
import { EARLIEST, MINUTES } from '../../../../base/kit/time/instants.ts';
import type { CsvPiece } from '../../../../base/rows/row-file.ts';
import { WarehouseFailure } from '../../../../base/warehouse/port.ts';
import { SCHEMA_VERSION } from '../../enrich/enrich.ts';
import type { EnrichContext, Tokeniser } from '../../event-input.ts';
import { factOf, type Reader } from '../file-input.ts';
import type { BackfillOptions, LoadBase } from '../file-load.ts';
import { KEY_TAKEN, type Tally } from '../tally.ts';
import { GroupEnricher } from './groups.ts';
import { otherRows, readingStatements, rowsAt } from './piece-sql.ts';
import { type Group, numberingStatements, placesOf, segmentStatements, sums, timesOf, valuesOf } from './segment-sql.ts';
import { type Enriched, factLine, type Known, type OtherFact, type OtherRow, type Sealed, SeqPlan } from './seq-plan.ts';

/** Where more than a quarter of the rows is read one by one, all are: the way by columns would be the longer one. */
const MOST_OTHERS = 4;
/** Shorter browser ids are looked for in no text. */
const SHORTEST_SOUGHT = 8;
const record = z.record(z.string(), z.string());

export class ColumnLoad {
  readonly #base: LoadBase;
  readonly #options: BackfillOptions;
  readonly #reader: Reader;
  readonly #tokens: Tokeniser;

  constructor(base: LoadBase, options: BackfillOptions, { reader, tokens }: { reader: Reader; tokens: Tokeniser }) {
    this.#base = base;
    this.#options = options;
    this.#reader = reader;
    this.#tokens = tokens;
  }

  /** False: its rows, and those that follow, are to be read one by one. */
  async take(piece: CsvPiece, tally: Tally): Promise<boolean> {
    const folder = join(this.#base.warehouse.landingFolder(this.#options.profileId), `load-${randomUUID()}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    try {
      return await new PieceLoad(this.#base, this.#options, {
        folder,
        piece,
        tally,
        reader: this.#reader,
        tokens: this.#tokens,
      }).take();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

interface PieceParts {
  folder: string;
  piece: CsvPiece;
  tally: Tally;
  reader: Reader;
  tokens: Tokeniser;
}

class PieceLoad {
  readonly #base: LoadBase;
  readonly #options: BackfillOptions;
  readonly #parts: PieceParts;
  readonly #context: EnrichContext;

  constructor(base: LoadBase, options: BackfillOptions, parts: PieceParts) {
    this.#base = base;
    this.#options = options;
    this.#parts = parts;
    const { profileId } = options;
    this.#context = { profileId, receivedAt: base.clock.now(), trust: 'server', tokens: parts.tokens };
  }

  async take(): Promise<boolean> {
    const { tally } = this.#parts;
    const enriched = await this.#enrich();
    if (!enriched) return false;
    tally.rows += enriched.rows;
    const facts = this.#factsOf(enriched.others);
    const refused = enriched.others.length - facts.length;
    if (this.#options.dryRun) tally.accepted += enriched.rows - refused;
    else await this.#seal(enriched, facts);
    return true;
  }

  /** Undefined where the engine sees other rows than lines, or too few that are alike. */
  async #enrich(): Promise<Enriched | undefined> {
    const { folder, piece, tally, reader } = this.#parts;
    const file = join(folder, 'piece.csv');
    await writeFile(file, piece.bytes, { mode: 0o600 });
    const read = await this.#read(file);
    if (!read || read.rows !== piece.rows || read.others.length * MOST_OTHERS > piece.rows) return undefined;
    const groups = new GroupEnricher(this.#context, tally, reader.times);
    const refused: Record<Group, bigint[]> = { page: [], browser: [], agent: [], attention: [] };
    const enrich = async <Line extends object>(group: Group, one: (value: string) => Line | undefined): Promise<Line[]> => {
      const lines = read.values[group].map(one);
      for (const [id, line] of lines.entries()) if (!line) refused[group].push(BigInt(id));
      const text = lines.map((line, id) => (line ? `${JSON.stringify({ [`${group}_id`]: id, ...line })}\n` : '')).join('');
      await writeFile(join(folder, `${group}.ndjson`), text, { mode: 0o600 });
      return lines.filter((line) => line !== undefined);
    };
    await enrich('page', (page) => groups.page(page));
    await enrich('attention', (seconds) => groups.attention(seconds));
    const agents = await enrich('agent', (agent) => groups.agent(agent));
    const names = agents.flatMap(({ browser, os }) => [browser ?? '', os ?? '']);
    // The id of a browser is taken out of every text.
    const isInName = (id: string): boolean => id.length >= SHORTEST_SOUGHT && names.some((name) => name.includes(id));
    await enrich('browser', (id) => (isInName(id) ? undefined : groups.browser(id)));
    return this.#complete(file, read, refused);
  }

  /** Undefined where the engine cannot read the piece. */
  async #read(file: string) {
    const { folder, piece } = this.#parts;
    const times = { earliest: BigInt(EARLIEST), latest: BigInt(this.#context.receivedAt * 1000 + 10 * MINUTES) };
    const statements = [
      ...readingStatements(piece, file, times),
      ...numberingStatements(this.#rowsFile),
      sums,
      otherRows,
      valuesOf('page'),
      valuesOf('browser'),
      valuesOf('agent'),
      valuesOf('attention'),
    ];
    const results = await this.#base.warehouse.convert(this.#options.profileId, statements).catch((error: unknown) => {
      if (isFaultOfFile(error)) return undefined;
      throw error;
    });
    if (!results) return undefined;
    const [[counted] = [], others = [], ...values] = results.slice(-6);
    const [page = [], browser = [], agent = [], attention = []] = values.map((rows) => rows.map(({ value }) => String(value)));
    return {
      folder,
      rows: Number(counted?.['row_count']),
      others: others.map((row) => this.#otherRow(row)),
      values: { page, browser, agent, attention },
    };
  }

  async #complete(
    file: string,
    read: { rows: number; others: OtherRow[] },
    refused: Record<Group, bigint[]>,
  ): Promise<Enriched | undefined> {
    const { profileId } = this.#options;
    const { piece } = this.#parts;
    const others = [...read.others];
    let places: bigint[] = [];
    if (Object.values(refused).some((ids) => ids.length > 0)) {
      const [found = []] = await this.#base.warehouse.convert(profileId, [placesOf(this.#rowsFile, refused)]);
      places = found.map(({ place }) => BigInt(String(place)));
      if ((others.length + places.length) * MOST_OTHERS > piece.rows) return undefined;
      const [rows = []] = await this.#base.warehouse.convert(profileId, [rowsAt(piece, file, places)]);
      others.push(...rows.map((row) => this.#otherRow(row)));
      others.sort((a, b) => Number(a.place - b.place));
    }
    const [[summed] = []] = await this.#base.warehouse.convert(profileId, [timesOf(this.#rowsFile, places)]);
    return { rows: read.rows, occurredAtSum: BigInt(String(summed?.['occurred_at_sum'])), others };
  }

  get #rowsFile(): string {
    return join(this.#parts.folder, 'rows.parquet');
  }

  #otherRow({ place, record: text }: Record<string, unknown>): OtherRow {
    const at = BigInt(String(place));
    return {
      place: at,
      line: this.#parts.piece.firstLine + Number(at),
      record: readJson('a row of a file', record, String(text)),
    };
  }

  /** In the order of the file; refused rows are told to the tally. */
  #factsOf(others: readonly OtherRow[]): OtherFact[] {
    const { tally, reader } = this.#parts;
    return others.flatMap((row) => {
      const fact = factOf({ line: row.line, record: row.record }, this.#context, tally, reader);
      return fact ? [{ ...row, fact }] : [];
    });
  }

  async #seal(enriched: Enriched, facts: readonly OtherFact[]): Promise<void> {
    const { profileId, onFacts } = this.#options;
    const { tally } = this.#parts;
    const outcome: { known: Known[]; sealed: Sealed[] } = { known: [], sealed: [] };
    await this.#base.archive.load(profileId, async (firstSeq) => {
      const planned = new SeqPlan(this.#base, profileId, { enriched, facts, firstSeq });
      outcome.known = planned.known;
      if (onFacts) outcome.sealed = planned.sealed();
      await this.#writeOthers(planned.others);
      return this.#loaded(enriched, planned);
    });
    for (const { row, isSame } of outcome.known) {
      if (isSame) tally.duplicates += 1;
      else tally.reject(row.line, KEY_TAKEN, row.record);
    }
    tally.accepted += enriched.rows - (enriched.others.length - facts.length) - outcome.known.length;
    onFacts?.(outcome.sealed);
  }

  #loaded({ occurredAtSum }: Enriched, planned: SeqPlan): LoadedFacts {
    const { folder } = this.#parts;
    const { receivedAt, profileId } = this.#context;
    const inFolder = (group: Group): string => join(folder, `${group}.ndjson`);
    const files = {
      rows: this.#rowsFile,
      pages: inFolder('page'),
      browsers: inFolder('browser'),
      agents: inFolder('agent'),
      attentions: inFolder('attention'),
      others: this.#othersFile,
    };
    const facts = {
      profileId,
      firstSeq: planned.firstSeq,
      receivedMs: receivedAt,
      schemaVersion: SCHEMA_VERSION,
      leftOut: planned.leftOut,
    };
    return {
      rows: planned.rows,
      receivedAt,
      occurredAtSum: planned.others.reduce((sum, { fact }) => sum + BigInt(fact.occurredAt), occurredAtSum),
      write: (target) => [{ sql: PARSING_SQL }, ...segmentStatements(files, facts, target)],
      kept: planned.others
        .filter(({ fact }) => fact.traits !== undefined || fact.outcomeKey !== undefined)
        .map(({ seq, fact }) => ({ seq, fact })),
    };
  }

  get #othersFile(): string {
    return join(this.#parts.folder, 'others.ndjson');
  }

  async #writeOthers(others: readonly OtherFact[]): Promise<void> {
    await writeFile(this.#othersFile, others.map(({ place, fact }) => `${factLine(place, fact)}\n`).join(''), { mode: 0o600 });
  }
}

/** The engine's refusal of the text, as of rows with more or fewer fields. */
const isFaultOfFile = (error: unknown): boolean => error instanceof WarehouseFailure && error.reason === 'query';
