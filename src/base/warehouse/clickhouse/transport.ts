// The transport of statements to ClickHouse: over its HTTP interface (http-transport.ts), or in checks inside a process (test/clickhouse/tools).

export interface ClickHouseRequest {
  /** One statement with `{name:Type}` parameters. */
  sql: string;
  database?: string;
  /** Values in the form that ClickHouse reads (params.ts). */
  params?: Readonly<Record<string, string>>;
  /** Requests of one session see each other's temporary tables; they come one after the other. */
  session?: string;
  /** A file that is sent behind the statement, an `insert … format`. */
  file?: string;
  deadlineMs: number;
}

export interface ClickHouseTransport {
  /** Answers the bytes of the result. @throws WarehouseFailure */
  run(request: ClickHouseRequest): Promise<Uint8Array>;
  /** Temporary tables of the session may go. */
  endSession(session: string): Promise<void>;
  close(): Promise<void>;
}

/** Settings of every statement: they make the engine's SQL mean the same as DuckDB's, and its results exact. */
export const SETTINGS: Readonly<Record<string, string>> = {
  join_use_nulls: '1',
  union_default_mode: 'DISTINCT',
  except_default_mode: 'DISTINCT',
  session_timezone: 'UTC',
  transform_null_in: '0',
  prefer_column_name_to_alias: '1',
  input_format_null_as_default: '1',
  cast_keep_nullable: '1',
  allow_nonconst_timezone_arguments: '1',
  output_format_json_quote_64bit_integers: '1',
  output_format_json_quote_decimals: '1',
  output_format_json_named_tuples_as_objects: '1',
  output_format_decimal_trailing_zeros: '1',
  date_time_input_format: 'basic',
  distributed_product_mode: 'local',
  allow_simdjson: '1',
  input_format_json_read_objects_as_strings: '1',
  input_format_skip_unknown_fields: '1',
};

/** The requested form of rows. */
export const ROWS_FORMAT = 'JSONCompactEachRowWithNamesAndTypes';
