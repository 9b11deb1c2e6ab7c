// Loaded into a service before its own code (`node --import`): spoils the facts that a test has named `poison-…` on their way
// into the journal, behind every check of the doors, so that they are stored and can never be landed.
import { isMainThread, Worker } from 'node:worker_threads';

interface Append {
  task?: string;
  group?: { values: unknown[] };
}

const spoilt = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('"poison-')
    ? value.replace(/"origin_id":[^,}]+/, '"origin_id":"no number"')
    : value;

if (isMainThread) {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (this: Worker, message: Append, ...rest: never[]) {
    if (message.task === 'append' && message.group) message.group.values = message.group.values.map(spoilt);
    post.call(this, message, ...rest);
  };
}
