import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Why it moved',
  group: 'See',
  order: 50,
  path: 'why',
  scope: 'profile',
  controls: ['period', 'goal', 'model'],
  keywords: 'changes restated last week difference known audit',
  icon: 'M2.500 3.500h4v9h-4zM9.500 6.500h4v6h-4zM6.500 3.500h3',
});
