// Exports of conversion definitions for other slices: what counts as a conversion, and proposals for what nothing counts.
export {
  allDefinitions,
  builtInDefinitions,
  changeDefinitions,
  type Definition,
  type DefinitionChange,
  defaultDefinition,
  definitionNamed,
  definitionsOf,
  goalKey,
  keyedDefinition,
  type PlannedDefinitions,
  planDefinitions,
} from './definitions.ts';
export { uncountedAmong } from './goal-proposals.ts';
