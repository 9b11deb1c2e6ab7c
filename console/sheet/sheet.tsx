// A shared report as a page without scripts: the question, the figures as they were, and who made it. The server renders it to text; it has
// the charts, tables and words of the workbench. Texts of customers are text here and nothing else.
import { moment, shortDay, unbroken } from '../words/format.ts';
import { BlockOf } from './blocks.tsx';
import type { Sheet } from './document.ts';
import { termsOf } from './question.ts';

export { PAPER_STYLE, PaperPage } from './paper.tsx';
export { PICTURE_STYLE, PICTURE_WIDTH, Picture } from './picture.tsx';

export function SheetPage(sheet: Sheet) {
  const { title, profile, workspace, contents, links } = sheet;
  return (
    <>
      <header class="shared-bar">
        <span class="shared-brand">Tributary</span>
        <span class="soft">Snapshot of a report</span>
      </header>
      <main class="shared" id="content">
        <div class="shared-head">
          <div class="stack">
            <p class="soft">
              <bdi>{profile}</bdi> · <bdi>{workspace}</bdi>
            </p>
            <h1>
              <bdi>{title}</bdi>
            </h1>
          </div>
          {links && (
            <p class="row">
              <a class="button" href={links.report}>
                Open the report
              </a>
              <a class="button" href={links.changes}>
                What has changed since
              </a>
            </p>
          )}
        </div>
        <Provenance {...sheet} />
        <dl class="shared-question">
          {termsOf(sheet).map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{text}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        {contents.outside && (
          <p class="notice">
            Figures of fewer than {contents.outside.people_at_least} people are withheld or part of (others), and days count
            through {shortDay(contents.outside.closed_through)}.
          </p>
        )}
        {contents.warnings.map((text) => (
          <p key={text} class="notice">
            {unbroken(text)}
          </p>
        ))}
        {contents.blocks.map((block, at) => (
          <BlockOf key={`${block.kind} ${at}`} block={block} contents={contents} />
        ))}
      </main>
    </>
  );
}

function Provenance({ createdBy, createdAt, expiresAt, version, workspace, contents: { timezone } }: Sheet) {
  const [made, ends] = [new Date(createdAt).toISOString(), new Date(expiresAt).toISOString()];
  return (
    <p class="shared-provenance">
      The figures are those of <b>{moment(made, timezone)}</b> and do not change (version{' '}
      <span class="number">
        {version.through_seq}.{version.through_decision}
      </span>
      ). Made by <bdi>{createdBy ?? `a member of ${workspace}`}</bdi>; the link ends on {moment(ends, timezone)}.
    </p>
  );
}
