// What the doctor found wrong, and what it looks at.
import type { Config } from '../../../base/config/config.ts';

export interface Finding {
  /** Of the check, in snake case: it stays as it is, for scripts. */
  check: string;
  what: string;
  /** The one thing to do next. */
  next: string;
}

export interface Subject {
  config: Config;
  env: NodeJS.ProcessEnv;
  /** Where a service of this folder listens; undefined without one. */
  http: string | undefined;
}

export type Check = (subject: Subject) => Promise<Finding[]> | Finding[];
