import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const order = 'web/src/styles/layers.css';
/** The cascade layer of the styles in a folder of `web/src`. The folder `styles` may use any layer. */
const layerOf: Readonly<Record<string, string>> = {
  ui: 'components',
  app: 'frames',
  features: 'screens',
  signing: 'screens',
};

/** The top-level statements of a style sheet, each without its block. */
function outermost(css: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let front = '';
  // Strings are matched as one piece, so that a brace or a semicolon inside one is ignored.
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

/** Statements of a style sheet outside a layer, or in a layer that is not that of its folder. */
export function unlayered(file: string, css: string, layers: readonly string[]): string[] {
  const folder = /^web\/src\/([^/]+)\//.exec(file)?.[1] ?? '';
  return outermost(css).flatMap((statement) => {
    const [, layer] = /^@layer ([\w-]+)$/.exec(statement) ?? [];
    if (layer && !layers.includes(layer)) return [`${file}: ${order} has no layer ${layer}`];
    if (layer && layer !== (layerOf[folder] ?? layer))
      return [`${file}: styles of ${folder}/ belong in the layer ${layerOf[folder]}, not ${layer}`];
    if (layer || (folder === 'styles' && /^@(import|layer) /.test(statement))) return [];
    return [`${file}: ${statement} is in no layer`];
  });
}

/** Every rule of the web's style sheets outside a layer, where it would override all rules in layers. */
export function wrongLayers(root: string, files: readonly string[]): string[] {
  const layers = layersOf(readFileSync(join(root, order), 'utf8'));
  return files
    .filter((file) => /^web\/src\/.*\.css$/.test(file))
    .flatMap((file) => unlayered(file, readFileSync(join(root, file), 'utf8'), layers));
}

/** The layers in the order of the `@layer` statement. */
export function layersOf(css: string): string[] {
  return (
    /@layer ([^;{]+);/
      .exec(css)?.[1]
      ?.split(',')
      .map((name) => name.trim()) ?? []
  );
}
