// Numbers about the service for /metrics: requests by operation and status, errors by code, the process, and the slices' gauges.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { Base } from '../../base/base.ts';
import { hooksOf } from '../../base/contract/hooks.ts';

export interface Metrics {
  observe(operationId: string, status: number, seconds: number, errorCode?: string): void;
  contentType: string;
  text(): Promise<string>;
}

export function createMetrics(base: Base): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: 'tributary_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'tributary_request_seconds',
    help: 'Time from the request line to the answer, by operation.',
    labelNames: ['operation'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const errors = new Counter({
    name: 'tributary_errors_total',
    help: 'Refusals and faults, by code.',
    labelNames: ['code'],
    registers,
  });
  for (const { name, help, read } of hooksOf(base).flatMap(({ gauges }) => gauges ?? [])) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read(base));
      },
    });
  }
  return {
    observe: (operation, status, seconds, code) => {
      requests.inc({ operation, status: String(status) });
      durations.observe({ operation }, seconds);
      if (code) errors.inc({ code });
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
