import { expect, it } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

it('keeps the name for those who read UTF-8 and a plain one for the others', () => {
  expect(contentDisposition('inline', 'José Núñez.pdf')).toBe(
    'inline; filename="Jose Nunez.pdf"; filename*=UTF-8\'\'Jos%C3%A9%20N%C3%BA%C3%B1ez.pdf',
  );
});

it('lets no name break out of the header or of its folder', () => {
  const header = contentDisposition('attachment', 'a"\r\nSet-Cookie: x=1/../\u0000\u202e.pdf');
  expect(header).toMatch(/^attachment; filename="[\x20-\x21\x23-\x7e]*"; filename\*=UTF-8''[\w.%~!-]+$/);
  expect(contentDisposition('inline', '../../etc/passwd')).toContain('filename="etc passwd"');
  expect(contentDisposition('inline', '...')).toContain('filename="file"');
  expect(contentDisposition('inline', `${'n'.repeat(400)}.pdf`)).toContain(`"${'n'.repeat(120)}.pdf"`);
});

it('isolates a name from right to left, so that its extension stays behind it', () => {
  const encoded = encodeURIComponent('\u2068محمد علي\u2069.pdf');
  expect(contentDisposition('inline', 'محمد علي.pdf')).toContain(`filename*=UTF-8''${encoded}`);
});
