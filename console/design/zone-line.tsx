// The one line of a page that names the zone of its days and times. It is drawn last, wherever it is in the page.

export const ZoneLine = ({ timezone }: { timezone: string }) => (
  <p class="zone-line">Days and times are those of {timezone.replaceAll('_', ' ')}.</p>
);
