// The first visit: what arrived in the last half hour, live.
import { Link } from 'wouter-preact';
import { useProfile } from '../../frame/place.tsx';

export function Visits() {
  const { profile_id } = useProfile();
  return (
    <>
      <p>
        Open the public site in a browser: its visit appears here in less than a minute. Visits to machines of your own
        (localhost, private networks) are test traffic and count in no figure.
      </p>
      <Link class="button" href={`/console/${profile_id}/live`}>
        Watch what arrives
      </Link>
    </>
  );
}
