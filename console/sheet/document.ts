// The server's data for drawing a shared report; the stored form is in src/report/analytics/snapshots/document.ts, and a test compares both.
import type { components } from '../api/contract.gen.ts';

type Schemas = components['schemas'];

export type Unit = Schemas['SnapshotDifference']['unit'];
export type Value = string | number | null;
/** Why readers outside are not shown a figure. */
export type Withheld = Schemas['OutsideNote']['withheld'][number]['reason'];
type Numbers = readonly (number | null)[];

export interface FiguresBlock {
  kind: 'figures';
  figures: readonly { name: string; unit: Unit; value: Value; before?: Value | undefined; withheld?: Withheld }[];
}

export interface LinesBlock {
  kind: 'lines';
  title: string;
  days: readonly { from: string; to: string }[];
  series: readonly { name: string; tone: string; values: Numbers; ghost?: Numbers | undefined }[];
}

export interface BarsBlock {
  kind: 'bars';
  title: string;
  unit: Unit;
  /** None: the bars are of no model. */
  model?: string;
  rows: readonly { name: string; value: number; low: number; high: number }[];
}

export interface TableBlock {
  kind: 'table';
  title: string;
  columns: readonly { name: string; unit: Unit | null; model?: string | undefined }[];
  rows: readonly (readonly Value[])[];
  rows_left_out: number;
  /** Places of rows whose figures of people are withheld. */
  withheld?: readonly number[];
}

export interface StepsBlock {
  kind: 'steps';
  title: string;
  unit: Unit;
  from: { name: string; value: number };
  steps: readonly { name: string; value: number }[];
  to: { name: string; value: number };
}

export interface PathsBlock {
  kind: 'paths';
  paths: readonly Schemas['ConversionPath'][];
}

export interface CohortsBlock {
  kind: 'cohorts';
  /** The figure that a board shows; without one, the page Payback. */
  metric?: 'payback' | 'cash' | 'person';
  rows: readonly Schemas['CohortCell'][];
  pooled: readonly Schemas['PooledPayback'][];
}

/** Words of the maker of a board. */
export interface TextBlock {
  kind: 'text';
  text: string;
}

export type Block = FiguresBlock | LinesBlock | BarsBlock | TableBlock | StepsBlock | PathsBlock | CohortsBlock | TextBlock;

export interface Contents {
  currency: string;
  timezone: string;
  goal: string | null;
  model: string | null;
  warnings: readonly string[];
  /** What happened and why; of reports that are sent. */
  sentence?: string;
  /** Of a report for readers outside. */
  outside?: { people_at_least: number; closed_through: string };
  blocks: readonly Block[];
}

export interface Sheet {
  title: string;
  /** Names of the profile and its workspace. */
  profile: string;
  workspace: string;
  question: Schemas['SnapshotQuestion'];
  version: { through_seq: number; through_decision: number };
  /** Null: not named to this reader. */
  createdBy: string | null;
  createdAt: number;
  expiresAt: number;
  contents: Contents;
  /** Addresses for a reader who may open the profile. */
  links: { report: string; changes: string } | null;
}
