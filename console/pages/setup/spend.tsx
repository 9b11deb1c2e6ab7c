// Ad spend of accounts that are not connected: from the files that ad platforms export.
import { Link } from 'wouter-preact';
import { useProfile } from '../../frame/place.tsx';

export function Spend({ mayChange }: { mayChange: boolean }) {
  const { profile_id } = useProfile();
  if (!mayChange) return <p class="note">A manager of the profile imports spend, or connects an account.</p>;
  return (
    <>
      <p>A connected account is read automatically. Otherwise import what the ad platform exports, or a sheet of your own.</p>
      <Link class="button primary" href={`/console/${profile_id}/import`}>
        Import a file
      </Link>
    </>
  );
}
