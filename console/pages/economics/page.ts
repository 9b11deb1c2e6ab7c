import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Economics',
  group: 'See',
  order: 42,
  path: 'economics',
  scope: 'profile',
  controls: ['period', 'goal', 'model', 'filters', 'as_of'],
  keywords: 'ctr cpc cpm cac acquisition cost new customers returning customers roas ltv lifetime value margin profit',
  icon: 'M2.500 3.500h11M2.500 8h7M2.500 12.500h4M12 8.500v5M10 11h4',
});
