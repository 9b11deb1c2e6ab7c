-- One row per credit whose data-driven weight a new fit changes.
-- needs: fitted
update credit
set data_driven = fitted.data_driven
from fitted
where credit.conversion_no = fitted.conversion_no
  and credit.touch_seq = fitted.touch_seq
  and credit.is_synthetic = fitted.is_synthetic
  and credit.data_driven <> fitted.data_driven
