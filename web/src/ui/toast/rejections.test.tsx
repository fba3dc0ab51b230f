// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { startTexts } from '../../i18n/index.ts';
import { showToastsIn } from './queue.ts';
import { notifyRejections } from './rejections.ts';

it('tells that something failed for which no code was ready, and nothing of what was given up', async () => {
  await startTexts();
  const messages: string[] = [];
  const stopToasts = showToastsIn({ add: ({ title }) => messages.push(title), clear: () => undefined });
  const stop = notifyRejections();
  const reject = (reason: unknown) =>
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  reject(new DOMException('The page was left', 'AbortError'));
  expect(messages).toEqual([]);
  reject(new TypeError('x is undefined'));
  expect(messages).toEqual(['An unexpected error occurred']);
  stop();
  stopToasts();
});
