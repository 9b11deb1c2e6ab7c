// What the profile shows the world: its page of links with how often it was seen, its look, short links, and where share links lead.
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Logo } from '../../design/brand.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';
import { forgetBio, LookForm } from './look.tsx';
import { BioForm } from './page-form.tsx';
import { ShareForm } from './share-form.tsx';
import { ShortLinks } from './short-links.tsx';

export default function Bio() {
  const { profile_id, role } = useProfile();
  const mayChange = role === 'manager';
  const params = { query: { profile_id } };
  const page = useAnswer(['bio', 'page', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/profile/bio-page', { params, signal })),
  );
  const look = useAnswer(['bio', 'look', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/profile/branding', { params, signal })),
  );
  const share = useAnswer(['bio', 'share', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/profile/share-destination', { params, signal })),
  );
  return (
    <>
      <Panel title="The page" lead="One address for profiles at Instagram, TikTok and others; each click arrives with its tags">
        <Loaded answer={page} lines={8}>
          {({ data }) => <BioForm first={data} mayChange={mayChange} />}
        </Loaded>
      </Panel>
      <Loaded answer={look} lines={6}>
        {({ data }) => (
          <div class="columns">
            <Panel title="Look" lead="Name, colours and font of the page">
              <LookForm first={data} mayChange={mayChange} />
            </Panel>
            <Panel title="Logo" lead="PNG, at most 512 kB and 2,048 pixels a side">
              <Logo
                logo={data.logo}
                mayChange={mayChange}
                upload={(content) => unwrap(api.POST('/api/v1/profile/branding/logo', { params, body: { content } }))}
                remove={() => unwrap(api.DELETE('/api/v1/profile/branding/logo', { params }))}
                afterwards={forgetBio}
              />
            </Panel>
          </div>
        )}
      </Loaded>
      <Panel title="Share links" lead="Where links that are shared lead unless they say otherwise">
        <Loaded answer={share}>{({ data }) => <ShareForm first={data} mayChange={mayChange} />}</Loaded>
      </Panel>
      <ShortLinks hasDestination={share.data?.data.url != null} mayChange={mayChange} />
    </>
  );
}
