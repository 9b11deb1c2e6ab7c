// The compiler's messages on one file of the project, written or planted.
import ts from 'typescript';
import { projectFile, projectRoot } from '../../../src/base/kit/paths.ts';

/** Types that the file needs and does not import: the pieces that the slices add to the contract and to the statements. */
const GENERATED = ['contract.gen.ts', 'statements.gen.ts'].map((name) => projectFile('src', 'collect', 'tracking', name));

export function findTypeFaults(path: string, text: string): string[] {
  const file = projectFile(path);
  const config = ts.readConfigFile(projectFile('tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, projectRoot);
  const host = ts.createCompilerHost({ ...options, noEmit: true });
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (name, version, ...rest) =>
    name === file ? ts.createSourceFile(name, text, version, true) : getSourceFile.call(host, name, version, ...rest);
  host.fileExists = (name) => name === file || fileExists.call(host, name);
  const program = ts.createProgram([file, ...GENERATED], { ...options, noEmit: true }, host);
  const found = program.getSemanticDiagnostics(program.getSourceFile(file));
  return found.map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}
