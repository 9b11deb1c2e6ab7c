// The definition of a page: its place in the navigation and the controls of the question bar that change something on it.
import type { ComponentType } from 'preact';

export type Group = 'See' | 'People' | 'Decide' | 'Trust' | 'Set up';

/** The controls of the question bar; one that a page does not list is not shown on it. */
export type Control = 'period' | 'comparison' | 'goal' | 'model' | 'window' | 'axis' | 'filters' | 'intervals' | 'as_of';

export type Scope = 'profile' | 'workspace' | 'person';

export interface Page {
  title: string;
  group: Group;
  /** Among the pages of its group, ascending. */
  order: number;
  /** Below the place of its scope; empty for the first page of a profile. */
  path: string;
  /** The scope: one profile, the whole workspace, or the person alone. The navigation does not list the last. */
  scope: Scope;
  controls: readonly Control[];
  /** Words by which the command palette finds it too. */
  keywords?: string;
  /** Drawn on a grid of 16 × 16, as the path of a stroke. */
  icon: string;
}

export interface ListedPage extends Page {
  name: string;
  load: () => Promise<{ default: ComponentType }>;
}

export const definePage = (page: Page): Page => page;
