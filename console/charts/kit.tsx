// The charts of the console, mails and print: functions from data to SVG.
export { type Bar, BarChart } from './bar.tsx';
export { Bullet } from './bullet.tsx';
export { CohortChart, type CohortRow } from './cohorts.tsx';
export { Columns } from './columns.tsx';
export { DotStrip, type StripDot } from './dots.tsx';
export { Legend, type LegendItem } from './figure.tsx';
export { Flow, type FlowLink, type FlowNode } from './flow.tsx';
export { type Estimate, Forest } from './forest.tsx';
export { LineChart, type Mark, type Series } from './line.tsx';
export { type Point, Scatter } from './scatter.tsx';
export { Sparkline } from './sparkline.tsx';
export { type Step, Waterfall } from './waterfall.tsx';
