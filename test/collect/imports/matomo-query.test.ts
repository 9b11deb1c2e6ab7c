// The query of docs/own-data.md over Matomo's tables: run by DuckDB on tables with the columns that Matomo's have, it makes the sample of the layout that reads its result.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { projectFile } from '../../../src/base/kit/paths.ts';

const TABLES = `
create table matomo_site (idsite int, currency varchar);
create table matomo_log_visit (idvisit int, idsite int, user_id varchar, referer_type int, referer_name varchar, referer_keyword varchar, referer_url varchar);
create table matomo_log_link_visit_action (idlink_va int, idvisit int, idvisitor blob, server_time timestamp, idaction_url int, idaction_name int, idaction_event_action int);
create table matomo_log_action (idaction int, name varchar, type int, url_prefix int);
create table matomo_log_conversion (idvisit int, idvisitor blob, server_time timestamp, idgoal int, buster int, idorder varchar, url varchar, revenue decimal(10, 2));
insert into matomo_site values (1, 'CHF'), (2, 'EUR');
insert into matomo_log_visit values (88, 1, 'm-5', 6, 'snow', 'red boots', null), (86, 1, null, 2, 'Bing', 'ski', 'https://www.bing.com/'), (7, 2, null, 1, null, null, null);
insert into matomo_log_action values (11, 'ski.example.com/?mtm_campaign=snow', 1, 3), (12, 'Ski', 4, null), (13, 'ski.example.com/', 1, 2), (14, 'play', 11, null),
  (15, 'maps.example.org/hut', 2, 2), (16, 'ski.example.com/', 1, 0);
insert into matomo_log_link_visit_action
select id, visit, unhex(visitor), moment, url, title, event
from (values (501, 88, '0A0B0C0D0E0F1011', timestamp '2026-03-02 10:00:00', 11, 12, null), (502, 88, '0A0B0C0D0E0F1011', timestamp '2026-03-02 10:00:10', 13, null, 14),
  (503, 88, '0A0B0C0D0E0F1011', timestamp '2026-03-02 10:00:15', 15, null, null), (504, 86, 'FFFF0C0D0E0F1011', timestamp '2026-03-02 11:00:00', 16, 12, null),
  (9, 7, 'FFFF0C0D0E0F1011', timestamp '2026-03-02 11:00:00', 16, 12, null)) as rows (id, visit, visitor, moment, url, title, event);
insert into matomo_log_conversion
select visit, unhex(visitor), moment, goal, buster, sale, url, revenue
from (values (88, '0A0B0C0D0E0F1011', timestamp '2026-03-02 10:00:30', 0, 77, 'K-9', 'https://www.ski.example.com/paid', 240.00),
  (88, '0A0B0C0D0E0F1011', timestamp '2026-03-02 10:00:31', -1, 4, null, 'https://www.ski.example.com/cart', 19.00),
  (86, 'FFFF0C0D0E0F1011', timestamp '2026-03-02 11:00:20', 7, 1, null, 'http://ski.example.com/list', 3.50)) as rows (visit, visitor, moment, goal, buster, sale, url, revenue);
`;

test('the query over the tables of Matomo makes the sample of its layout', async () => {
  const [, query = ''] =
    /```sql\n(select concat\('a'[\s\S]*?)```/.exec(readFileSync(projectFile('docs', 'own-data.md'), 'utf8')) ?? [];
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(TABLES);
  const result = await connection.runAndReadAll(query);
  const rows = result.getRowsJson().map((row) => row.map((cell) => cell ?? '').join(','));
  const made = `${[result.columnNames().join(','), ...rows].join('\n')}\n`;
  assert.equal(made, readFileSync(projectFile('test/collect/imports/samples/matomo/matomo.actions.csv'), 'utf8'));
});
