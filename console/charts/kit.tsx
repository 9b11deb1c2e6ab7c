// The charts of the console, mails and print: functions from data to SVG.
export { type Bar, BarChart } from './bar.tsx';
export { Legend, type LegendItem } from './figure.tsx';
export { LineChart, type Mark, type Series } from './line.tsx';
export { Sparkline } from './sparkline.tsx';
