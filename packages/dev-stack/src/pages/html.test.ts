import { expect, it } from 'vitest';
import { html } from './html.ts';

it('escapes every value that is not markup already', () => {
  const name = `<b>"O'Hara" & co</b>`;
  expect(html`<p>${name}</p>${[html`<i>${1}</i>`, null]}`.text).toBe(
    '<p>&lt;b&gt;&quot;O&#39;Hara&quot; &amp; co&lt;/b&gt;</p><i>1</i>',
  );
});
