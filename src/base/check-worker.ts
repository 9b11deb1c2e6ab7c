// Reads a whole SQLite database while others write to it, and says whether its pages fit together. In a thread of its own.
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

const { file } = workerData as { file: string };

function verdict(): string {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      db.pragma('busy_timeout = 5000');
      return db.pragma('quick_check(1)', { simple: true }) as string;
    } finally {
      db.close();
    }
  } catch (error) {
    return (error as Error).message;
  }
}

parentPort?.postMessage(verdict());
