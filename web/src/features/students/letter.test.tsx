// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFixture } from '../../../scripts/shots/fixture.ts';
import { type OpenedScreen, openScreen } from '../../app/routes/open-screen.fixture.tsx';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const dialog = () => document.querySelector<HTMLElement>('.dialog');

/** Opens the dialog of one student's e-mail from the page of the student. */
async function openEmail(answers: Record<string, { status?: number; body: unknown }> = {}): Promise<void> {
  opened = await openScreen(`/students/${'1'.repeat(24)}`, createFixture(), '.line-of li', answers);
  await opened.settle(() => document.querySelector<HTMLElement>('.who-head .btn')!.click());
}

describe('the e-mail of a student', () => {
  it('is sent only after the letter was shown, in the language that was chosen', async () => {
    await openEmail({ 'certificates send-emails': { body: { batchId: '2'.repeat(24) } } });
    // The letter and its texts are fetched.
    await vi.waitFor(() =>
      expect(dialog()?.querySelector('.letter')?.textContent).toMatch(
        /As read by.*Quispe.*registro@cordillera\.example.*has issued your certificate: /,
      ),
    );
    expect(opened!.bodies.some(({ call }) => call === 'certificates send-emails')).toBe(false);
    const language = dialog()!.querySelector('select')!;
    await opened!.settle(() => {
      language.value = 'pt';
      language.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await vi.waitFor(() =>
      expect(dialog()?.querySelector('.letter .sheet')?.getAttribute('lang')).toBe('pt'),
    );
    const send = [...dialog()!.querySelectorAll('button')].at(-1)!;
    await opened!.settle(() => send.click());
    await vi.waitFor(() => {
      const sent = opened!.bodies.find(({ call }) => call === 'certificates send-emails');
      expect(sent?.body).toMatchObject({ language: 'pt' });
      expect(dialog()).toBeNull();
    });
  });

  it('says why when the letter cannot be shown, and can still be sent', async () => {
    await openEmail({
      'certificates letter': { status: 503, body: { error: 'x', code: 'unavailable' } },
    });
    await vi.waitFor(() => expect(dialog()?.querySelector('.letter .hint')?.textContent).toMatch(/./));
    expect([...dialog()!.querySelectorAll('button')].at(-1)!.hasAttribute('disabled')).toBe(false);
  });
});
