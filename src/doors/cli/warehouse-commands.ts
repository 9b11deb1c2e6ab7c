// Proving the figures of a profile by a second engine.
import { type Command, Option } from 'commander';
import { z } from 'zod';
import type { Result } from '../jobs/command.ts';
import { common, EXIT, run } from './command-options.ts';
import type { CommonOptions } from './folder.ts';

export function addWarehouse(program: Command): void {
  const warehouse = program.command('warehouse').description('the engines that compute figures');
  common(warehouse.command('verify'))
    .description(
      "fold archive, journal and decisions in a second engine and compare every table with DuckDB's; exits with 1 if one differs",
    )
    .argument('[profile]', 'the profile; optional if there is only one')
    .addOption(new Option('--engine <engine>', 'the second engine').choices(['clickhouse']).makeOptionMandatory())
    .addHelpText(
      'after',
      '\nThe server is named by WAREHOUSE_URL and WAREHOUSE_PASSWORD, of the service where one runs. DuckDB is only read. The server needs room for two builds of the profile.',
    )
    .action(async (profile_id: string | undefined, options: CommonOptions & { engine: string }) => {
      const result = await run('warehouse-verify', options, { profile_id, engine: options.engine }, show);
      if (result['is_equal'] !== true) process.exitCode = EXIT.failed;
    });
}

const shape = z.object({
  is_equal: z.boolean(),
  through_seq: z.string(),
  through_decision: z.string(),
  tables: z.array(
    z.object({
      table: z.string(),
      rows: z.number(),
      differs_in: z.array(z.string()),
      samples: z.array(z.object({ engine: z.string(), row: z.string() })),
    }),
  ),
});

/** One line per table; of one that differs, the columns and some of the rows that only one engine has. */
function show(result: Result): string {
  const { is_equal, through_seq, through_decision, tables } = shape.parse(result);
  const lines = tables.flatMap(({ table, rows, differs_in, samples }) => [
    `${table.padEnd(22)} ${String(rows).padStart(12)} rows   ${differs_in.length === 0 ? 'equal' : `differs in ${differs_in.join(', ')}`}`,
    ...samples.map(({ engine, row }) => `    only ${engine}: ${row}`),
  ]);
  const differing = tables.filter(({ differs_in }) => differs_in.length > 0).length;
  const verdict = is_equal ? `All ${tables.length} tables are equal` : `${differing} of ${tables.length} tables differ`;
  return [...lines, '', `${verdict}, through fact ${through_seq} and decision ${through_decision}.`].join('\n');
}
