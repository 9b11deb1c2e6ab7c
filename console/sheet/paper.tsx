// A report on paper: its figures in the words of the mail, its graphs and its tables, for one width. The server renders it to text.
import { PrintedWidth } from '../charts/figure.tsx';
import { BlockOf } from './blocks.tsx';
import type { Contents } from './document.ts';
import { IsMeasured } from './parts.tsx';

interface Printed {
  title: string;
  /** The profile and the days. */
  heading: string;
  lines: readonly { name: string; value: string; change: string | undefined }[];
  notices: readonly string[];
  contents: Contents;
}

/** A4 without its margins, in pixels of CSS. */
const PAPER_WIDTH = 680;

export const PAPER_STYLE = [
  '@page{size:A4;margin:15mm}',
  'html,body{background:#fff}',
  '.paper{max-width:none;padding:0}',
  '.paper .panel{break-inside:auto;border:0;padding:0}',
  '.paper h2{break-after:avoid}.paper tr,.paper figure,.paper .notice{break-inside:avoid}',
  '.paper .scroll{overflow:visible}.paper .scroll :is(th,td){font-size:11px;padding-inline:4px}.paper details{display:none}',
  '.paper-figures{width:100%;border-collapse:collapse}.paper-figures td{text-align:right}.paper-figures th{text-align:left;font-weight:400}',
].join('');

export const PaperPage = ({ title, heading, lines, notices, contents }: Printed) => (
  <main class="shared paper">
    <div>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      <p class="soft">
        <bdi>{heading}</bdi>
      </p>
    </div>
    {contents.sentence !== undefined && <p>{contents.sentence}</p>}
    <table class="paper-figures">
      <tbody>
        {lines.map(({ name, value, change }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <b>{value}</b>
            </td>
            <td class="soft">{change}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {notices.map((text) => (
      <p key={text} class="notice">
        {text}
      </p>
    ))}
    <IsMeasured.Provider value={true}>
      <PrintedWidth.Provider value={PAPER_WIDTH}>
        {contents.blocks
          .filter(({ kind }) => kind !== 'figures')
          .map((block, at) => (
            <BlockOf key={`${block.kind} ${at}`} block={block} contents={contents} />
          ))}
      </PrintedWidth.Provider>
    </IsMeasured.Provider>
  </main>
);
