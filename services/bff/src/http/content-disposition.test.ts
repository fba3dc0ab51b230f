import { expect, it } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

it('sends the name in UTF-8 and an ASCII fallback', () => {
  expect(contentDisposition('inline', 'José Núñez.pdf')).toBe(
    'inline; filename="Jose Nunez.pdf"; filename*=UTF-8\'\'Jos%C3%A9%20N%C3%BA%C3%B1ez.pdf',
  );
});

it('escapes names, so that none injects headers or contains a path', () => {
  const header = contentDisposition('attachment', 'a"\r\nSet-Cookie: x=1/../\u0000\u202e.pdf');
  expect(header).toMatch(/^attachment; filename="[\x20-\x21\x23-\x7e]*"; filename\*=UTF-8''[\w.%~!-]+$/);
  expect(contentDisposition('inline', '../../etc/passwd')).toContain('filename="etc passwd"');
  expect(contentDisposition('inline', '...')).toContain('filename="file"');
  expect(contentDisposition('inline', `${'n'.repeat(400)}.pdf`)).toContain(`"${'n'.repeat(120)}.pdf"`);
});

it('isolates a right-to-left name, so that its extension stays last', () => {
  const encoded = encodeURIComponent('\u2068محمد علي\u2069.pdf');
  expect(contentDisposition('inline', 'محمد علي.pdf')).toContain(`filename*=UTF-8''${encoded}`);
});
