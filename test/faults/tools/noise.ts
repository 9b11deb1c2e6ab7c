// Posts of one profile at a steady rate, in a thread of its own so that it does not slow the one that measures.
import { parentPort, workerData } from 'node:worker_threads';
import { letPass } from '../../until.ts';

const { address, apiKey, perSecond, day } = workerData as { address: string; apiKey: string; perSecond: number; day: string };
let isOn = true;
parentPort?.once('message', () => {
  isOn = false;
});

const statuses: Record<string, number> = {};
const open = new Set<Promise<void>>();

async function post(name: string): Promise<void> {
  const response = await fetch(`${address}/api/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      event_type: 'lead_created',
      idempotency_key: name,
      occurred_at: `${day}T10:00:00Z`,
      anonymous_id: name,
    }),
  });
  await response.arrayBuffer();
  statuses[response.status] = (statuses[response.status] ?? 0) + 1;
}

const began = performance.now();
for (let n = 0; isOn; n += 1) {
  const sent = post(`noise-${began}-${n}`).finally(() => open.delete(sent));
  open.add(sent);
  await letPass(Math.max(0, began + ((n + 1) * 1000) / perSecond - performance.now()));
}
await Promise.all(open);
parentPort?.postMessage(statuses);
