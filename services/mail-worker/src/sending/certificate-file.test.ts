import { expect, it } from 'vitest';
import { attachmentName } from './certificate-file.ts';

it('an attachment is called as its holder, and a name from right to left leaves the extension behind it', () => {
  expect(attachmentName('Lucía Quispe')).toBe('Lucía Quispe.pdf');
  expect(attachmentName('محمد علي')).toBe('\u2068محمد علي\u2069.pdf');
});
