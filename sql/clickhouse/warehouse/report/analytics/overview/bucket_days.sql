-- One row per day of the range, with the first day of its bucket.
-- makes: bucket_days
create temporary table bucket_days as
select
  day,
  cast(multiIf(
    {interval:String} = 'day', day,
    {interval:String} = 'week', subtractDays(day, toDayOfWeek(day) - 1),
    {interval:String} = 'month', subtractDays(day, toDayOfMonth(day) - 1),
    addDays(
      {date_from:Date32},
      intDiv(dateDiff('day', {date_from:Date32}, day), {period_days:Int64}) * {period_days:Int64}
    )
  ), 'Date32') as bucket
from (
  select {date_from:Date32} + arrayJoin(range(toUInt64(dateDiff('day', {date_from:Date32}, {date_to:Date32}) + 1))) as day
);
