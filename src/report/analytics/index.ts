// Analytics: overview, series, attribution, paths. What the reports to the right may call.
export { decimalText, roundedQuotient, trimmedDecimal } from '../../base/kit/decimals.ts';
export { type Earned, figuresOf } from './attribution-table.ts';
export { findBoard } from './boards/boards.ts';
export { computedDifferently } from './computed-differently.ts';
export { channelRevenue, type DayRange, dayFigures, metricsOf, type OverviewRow, sumOfDays } from './day-figures.ts';
export { atOneVersion, convertedMoney, type Figures, figuresNow, frameOf, type ReportFrame } from './figures.ts';
export { type FilterParams, filtersOf } from './filters.ts';
export type { CellsOfDays } from './outside/cells.ts';
export { publishCells } from './outside/publish.ts';
export { budgetOf, decimalsOf, spendPaceOn } from './pacing.ts';
export { type Figure as ReceiptFigure, type ReceiptsAsked, term, whole } from './receipts/receipt.ts';
export { cachedByVersion, figuresRequested, receiptMembers } from './report.ts';
export { type At, daysIn, type Question, type Shown } from './snapshots/answers.ts';
export { between } from './snapshots/differences.ts';
export {
  type Contents,
  contentsShape,
  type Headline,
  headlineShape,
  questionShape,
  versionShape,
  withoutEmails,
} from './snapshots/document.ts';
export { findSnapshot, type SharedSnapshot, snapshotPath } from './snapshots/links.ts';
export { cellsOf, checkForOutside } from './snapshots/outside-page.ts';
export {
  checkParameters,
  checkQuestion,
  headlineQuestion,
  refuseEmails,
  showPage,
  takenBy,
  takesOf,
  usualTitle,
} from './snapshots/pages.ts';
export { periodSentence } from './snapshots/period-sentence.ts';
export { inReaderWords } from './snapshots/reader-words.ts';
export { asWarnings, olderRateWarnings, outageText, rateWarnings, withOutages } from './warnings.ts';
export { findView, ownerOfView } from './workbench/views.ts';
