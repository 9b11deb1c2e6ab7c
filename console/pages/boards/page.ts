import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Boards',
  group: 'See',
  order: 15,
  path: 'boards',
  scope: 'profile',
  controls: ['period', 'comparison', 'model', 'filters', 'intervals', 'as_of'],
  keywords: 'dashboard arrange blocks template',
  icon: 'M2.500 2.500h11v4h-11zM2.500 9.500h5v4h-5zM10.500 9.500h3v4h-3z',
});
