// `tributary warehouse verify`: a profile's figures computed by a second engine, and compared.
import { z } from 'zod';
import { settle } from '../../credit/pipeline/index.ts';
import { verifyClickHouse } from '../../credit/second-engine/index.ts';
import { type Command, checked, profileArg, profileOf, reportBuild } from './command.ts';
import { CommandError } from './protocol.ts';

const verifyArgs = profileArg.extend({ engine: z.enum(['clickhouse']) });

export const verifyWarehouse: Command = async (base, args, report) => {
  const { profile_id } = checked(verifyArgs, args);
  const profileId = profileOf(base, profile_id);
  if (!base.clickhouse)
    throw new CommandError(
      'usage',
      'WAREHOUSE_URL names no ClickHouse server (clickhouse://user@host:8123/prefix; see SETTINGS.md)',
    );
  await settle(base, profileId, { onProgress: reportBuild(report) });
  const verified = await verifyClickHouse(base, base.clickhouse, profileId, {
    onProgress: (phase, done, total) => report({ phase, done, total, unit: phase === 'send' ? 'facts' : 'tables' }),
  });
  return {
    profile_id: profileId,
    engine: 'clickhouse',
    is_equal: verified.isEqual,
    database: verified.isEqual ? verified.database : null,
    through_seq: verified.landedSeq.toString(),
    through_decision: verified.landedDecision.toString(),
    tables: verified.tables.map(({ table, rows, columns, samples }) => ({
      table,
      rows: Number(rows),
      differs_in: columns,
      samples,
    })),
  };
};
