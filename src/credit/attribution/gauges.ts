// What an operator watches of the pipeline: how much waits before each step, and what fails.
import type { Base } from '../../base/base.ts';
import type { Gauge } from '../../base/contract/operation.ts';
import { pipelineStatus } from './pipeline.ts';

const sumOver = (base: Base, waiting: (profileId: string, lastSeq: bigint) => bigint): number =>
  base.journal.profiles().reduce((sum, { profileId, lastSeq }) => sum + Number(waiting(profileId, lastSeq)), 0);

export const gauges: Gauge[] = [
  {
    name: 'tributary_unstitched_facts',
    help: 'Accepted facts whose identity is not resolved yet, over all profiles.',
    read: (base) => sumOver(base, (profileId, lastSeq) => lastSeq - base.state.cursor('stitched', profileId)),
  },
  {
    name: 'tributary_unlanded_facts',
    help: 'Accepted facts that no figure knows yet, over all profiles.',
    read: (base) => sumOver(base, (profileId, lastSeq) => lastSeq - base.state.cursor('landed', profileId)),
  },
  {
    name: 'tributary_failing_pipelines',
    help: 'Profiles whose pipeline failed at its last try.',
    read: (base) => pipelineStatus(base).filter(({ failures }) => failures > 0).length,
  },
  {
    name: 'tributary_replays_pending',
    help: 'Profiles with a replay that waits or runs.',
    read: (base) =>
      base.journal.profiles().filter(({ profileId }) => {
        const status = base.state.jobs.latest('replay', profileId)?.status;
        return status === 'waiting' || status === 'running';
      }).length,
  },
  { name: 'tributary_warehouse_open_files', help: 'DuckDB files open.', read: (base) => base.warehouse.status().openFiles },
  {
    name: 'tributary_warehouse_queued',
    help: 'Statements that wait for a place.',
    read: (base) => base.warehouse.status().queued,
  },
  { name: 'tributary_warehouse_running', help: 'Statements that run.', read: (base) => base.warehouse.status().running },
  {
    name: 'tributary_warehouse_restarts',
    help: 'Times the warehouse process had to be started again.',
    read: (base) => base.warehouse.status().restarts,
  },
];
