// The lines that each page of a profile has: how much of the known money the figures count, hidden where all of it is, with the reasons at the first
// press; and the zone of days and times.
import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ZoneLine } from '../design/zone-line.tsx';
import { usePlace, useProfile } from '../frame/place.tsx';
import { useQuestion } from '../question/use-question.tsx';
import { Figure } from '../receipts/receipts.tsx';
import { unbroken } from '../words/format.ts';
import { type DaysQuery, useCompleteness } from './asked.ts';

type View = ComponentType<{ query: DaysQuery; onClose: () => void }>;

export const CompletenessLine = () => (
  <>
    <ZoneLine timezone={useProfile().timezone} />
    <KnownMoney />
  </>
);

function KnownMoney() {
  const { query: asked, question } = useQuestion();
  const { id, page } = usePlace();
  const { profile_id, date_from, date_to } = asked;
  const query = { profile_id, date_from, date_to };
  const { data } = useCompleteness(query);
  const [view, setView] = useState<{ view: View }>();
  const [isOpen, setOpen] = useState(false);
  const found = data?.data;
  const isHidden = !found || question.asOf !== undefined || (found.is_complete && found.maybe_twice.entries === 0);
  if (isHidden && !isOpen) return null;
  const open = (): void => {
    setOpen(true);
    if (!view) import('./reasons.tsx').then(({ Reasons }) => setView({ view: Reasons }));
  };
  const Open = view?.view;
  return (
    <div class="notice completeness">
      <Figure
        class="completeness-text"
        name="Known money"
        source={{ path: '/api/v1/completeness', query, pointer: '/data/known' }}
      >
        {unbroken(found?.sentence ?? '')}
      </Figure>
      {found !== undefined && found.maybe_twice.entries > 0 && page?.name !== 'sales-seen-twice' && (
        <Link class="button" href={`/console/${id}/sales-seen-twice`}>
          Sales seen twice
        </Link>
      )}
      <button type="button" class="button" aria-haspopup="dialog" onClick={open}>
        What is missing
      </button>
      {isOpen && Open && <Open query={query} onClose={() => setOpen(false)} />}
    </div>
  );
}
