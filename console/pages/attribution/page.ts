import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Attribution',
  group: 'See',
  order: 20,
  path: 'attribution',
  scope: 'profile',
  controls: ['period', 'goal', 'model', 'window', 'filters', 'intervals', 'as_of'],
  keywords: 'channels campaigns ads credit models roas disagreement compare',
  icon: 'M2.500 4h11M4.500 8h9M6.500 12h7',
});
