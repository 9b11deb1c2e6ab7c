// Cohorts of the last twelve months, as on the page Payback.
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useCohorts } from '../payback/cohorts.ts';
import { cohortsOf, METRICS, type Metric } from '../payback/months.ts';
import { Triangle } from '../payback/triangle.tsx';

const RANGE = '12';

export const Cohorts = ({ metric }: { metric: Metric }) => (
  <Panel title={`Cohorts: ${METRICS[metric].toLowerCase()}`} lead="By month of the first payment, the last twelve months">
    <Loaded answer={useCohorts(RANGE)} lines={8}>
      {({ data, meta }) => {
        const cohorts = cohortsOf(data.rows);
        return cohorts.length === 0 ? (
          <Empty title="Nobody has paid in these months, and nothing was spent." />
        ) : (
          <Triangle cohorts={cohorts} metric={metric} range={RANGE} currency={meta.currency} />
        );
      }}
    </Loaded>
  </Panel>
);
