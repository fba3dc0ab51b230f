import { expect, it } from 'vitest';
import { withImportsAgain } from './imports-again.ts';

it('handles the failure of every dynamic import of a chunk, and leaves other code as it is', () => {
  expect(withImportsAgain('a(()=>import(`./Form-x1.js`),b);import("./List-!~{001}~.js").then(c)')).toBe(
    'a(()=>import(`./Form-x1.js`).catch(importAgain),b);import("./List-!~{001}~.js").catch(importAgain).then(c)',
  );
  for (const code of ['import{a}from"./a-x1.js"', 'import(`${url}?again=1`)', 'await import("fs")'])
    expect(withImportsAgain(code)).toBe(code);
});
