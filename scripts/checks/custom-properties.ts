import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Custom properties that a style sheet uses without a fallback and nothing declares: the declaration has no effect. */
export function undeclaredProperties(root: string, files: readonly string[]): string[] {
  const textsOf = (pattern: RegExp) =>
    files
      .filter((file) => pattern.test(file))
      .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const sheets = textsOf(/^web\/src\/.*\.css$/);
  const scripts = textsOf(/^(?:web\/src|services\/bff\/src)\/.*\.tsx?$/);
  const declared = new Set(
    sheets.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name!)),
  );
  for (const { text } of scripts) for (const [name] of text.matchAll(/--[a-z][\w-]*/g)) declared.add(name);
  return sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)]
      .filter(([, name]) => !declared.has(name!))
      .map(([, name]) => `${file}: ${name} is declared nowhere`),
  );
}
