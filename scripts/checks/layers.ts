import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const order = 'web/src/styles/layers.css';
/** Which layer the styles of a folder of `web/src` stand in; `styles` itself names the others. */
const layerOf: Readonly<Record<string, string>> = {
  ui: 'components',
  app: 'frames',
  features: 'screens',
  signing: 'screens',
};

/** The statements of a style sheet that stand in nothing else: each without its block. */
function outermost(css: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let front = '';
  // Strings are kept whole: a brace or a semicolon within one is no mark.
  for (const [piece] of css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .matchAll(/"(?:\\.|[^"])*"|'(?:\\.|[^'])*'|[\s\S]/g)) {
    if (depth === 0 && (piece === '{' || piece === ';')) {
      found.push(front.trim().replace(/\s+/g, ' '));
      front = '';
    } else if (depth === 0 && piece !== '}') front += piece;
    if (piece === '{') depth++;
    if (piece === '}') depth--;
  }
  return front.trim() ? [...found, front.trim()] : found;
}

/** What a style sheet of the web has outside a layer, or in a layer that is not its folder's. */
export function unlayered(file: string, css: string, layers: readonly string[]): string[] {
  const folder = /^web\/src\/([^/]+)\//.exec(file)?.[1] ?? '';
  return outermost(css).flatMap((statement) => {
    const [, layer] = /^@layer ([\w-]+)$/.exec(statement) ?? [];
    if (layer && !layers.includes(layer)) return [`${file}: ${order} has no layer ${layer}`];
    if (layer && layer !== (layerOf[folder] ?? layer))
      return [`${file}: styles of ${folder}/ stand in the layer ${layerOf[folder]}, not ${layer}`];
    if (layer || (folder === 'styles' && /^@(import|layer) /.test(statement))) return [];
    return [`${file}: ${statement} stands in no layer`];
  });
}

/** Every rule of the web's style sheets that no layer holds: it would win over all that one does. */
export function wrongLayers(root: string, files: readonly string[]): string[] {
  const layers = layersOf(readFileSync(join(root, order), 'utf8'));
  return files
    .filter((file) => /^web\/src\/.*\.css$/.test(file))
    .flatMap((file) => unlayered(file, readFileSync(join(root, file), 'utf8'), layers));
}

/** The layers in their order, from the statement that says it. */
export function layersOf(css: string): string[] {
  return (
    /@layer ([^;{]+);/
      .exec(css)?.[1]
      ?.split(',')
      .map((name) => name.trim()) ?? []
  );
}
