// ClickHouse inside a process of its own (npm chdb), as a transport: the same engine without a network. The process can be killed.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseRequest, ClickHouseTransport } from '../../../src/base/warehouse/clickhouse/transport.ts';
import { WarehouseFailure } from '../../../src/base/warehouse/port.ts';
import type { Answer, Order } from './engine.ts';

/** Worlds of checks are small: a statement that takes longer hangs, as a server that does not answer. */
const STATEMENT_MS = 300_000;

export class EmbeddedEngine implements ClickHouseTransport {
  readonly folder: string;
  readonly #waiting = new Map<number, { done: (bytes: Uint8Array) => void; fail: (error: Error) => void }>();
  readonly #settings: 'small' | 'whole';
  #child: ChildProcess | undefined;
  #last = 0;

  /** @param settings `small` for small tables, `whole` with the threads and compiled expressions of a server. */
  constructor(folder = mkdtempSync(join(tmpdir(), 'tributary-clickhouse-')), settings: 'small' | 'whole' = 'small') {
    this.folder = folder;
    this.#settings = settings;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  run(request: ClickHouseRequest): Promise<Uint8Array> {
    const deadline = setTimeout(() => {
      const [beginning = ''] = request.sql.split('\n');
      console.error(`The engine is ended: \`${beginning.slice(0, 200)}\` took longer than ${STATEMENT_MS / 1000} s.`);
      void this.kill();
    }, STATEMENT_MS);
    return this.#order({ request }).finally(() => clearTimeout(deadline));
  }

  async endSession(session: string): Promise<void> {
    if (this.#child) await this.#order({ endSession: session });
  }

  /** Ends the process at once, as a crash does; the next statement starts another on the same folder. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #order(order: Order): Promise<Uint8Array> {
    this.#child ??= this.#start();
    const child = this.#child;
    this.#last += 1;
    const id = this.#last;
    return new Promise((done, fail) => {
      this.#waiting.set(id, { done, fail });
      // Between a kill and the `exit` that reports it, the channel is closed already.
      child.send({ id, ...order }, (error) => {
        if (!error || !this.#waiting.delete(id)) return;
        fail(new WarehouseFailure('environment', 'The engine ended.'));
      });
    });
  }

  #start(): ChildProcess {
    const child = fork(join(import.meta.dirname, 'engine.ts'), [this.folder, this.#settings], { serialization: 'advanced' });
    child.on('message', (answer: Answer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('bytes' in answer) waiting?.done(answer.bytes);
      else waiting?.fail(new WarehouseFailure('query', answer.message));
    });
    child.on('exit', () => {
      if (this.#child === child) this.#child = undefined;
      for (const { fail } of this.#waiting.values()) fail(new WarehouseFailure('environment', 'The engine ended.'));
      this.#waiting.clear();
    });
    return child;
  }
}
