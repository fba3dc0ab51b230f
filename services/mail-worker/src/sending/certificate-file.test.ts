import { expect, it } from 'vitest';
import { attachmentName } from './certificate-file.ts';

it('names the attachment after the holder and keeps the extension last for right-to-left names', () => {
  expect(attachmentName('Lucía Quispe')).toBe('Lucía Quispe.pdf');
  expect(attachmentName('محمد علي')).toBe('\u2068محمد علي\u2069.pdf');
});
