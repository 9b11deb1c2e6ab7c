// Defects of the overview that the comparison must see: the test of it makes each in a page.

/** A defect, as the style sheet or a drawing would have it, and what the comparison says about it. */
export const DEFECTS: readonly [look: readonly [scheme: 'light' | 'dark', width: number], defect: string, found: RegExp][] = [
  [
    ['dark', 1440],
    `document.documentElement.style.setProperty('--ink-soft', 'var(--missing)')`,
    /was ink #a3ada8, is ink #e9edea/,
  ],
  [['light', 390], `document.querySelector('.tile').style.marginLeft = '240px'`, /Revenue.* was at .*, is at/],
  [['light', 1024], `document.querySelector('.chart-box path.line').removeAttribute('d')`, /mark path.*(?:missing|was at)/],
];
