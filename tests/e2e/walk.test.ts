import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Stack, startStack } from '@sello/dev-stack';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screensBrowser, startBrowser, walkArgs } from '../browser.ts';
import { describePagesOfFailures } from '../failed-pages.ts';
import { generous } from '../patience.ts';
import { classCsv, pupils } from './class.ts';
import { placesOf } from './erased.ts';
import { walkWithFiles } from './given-files.ts';
import { walkAsInvited } from './joining.ts';
import { notLogged } from './logs.ts';
import { expectSignOut, walkAsOperator } from './operator.ts';
import { preload, seePart } from './progress.ts';
import { zipEntries } from './zip-entries.ts';

const hasExternalTools = ['pdfsig', 'qpdf'].every((tool) => spawnSync('which', [tool]).status === 0);
const pictures = join(import.meta.dirname, '../../.data/e2e');
/** Two chunks of a batch (`limits.chunkItems`), and three pages of the list. */
const good = pupils(72);
const count = good.length;
/** Typed once in the dialog; what strangers read. */
const course = 'Carpintería de ribera';
const badRows: [number, number, number] = [0, 57, count + 2];

// The main workflow of one user in a browser; each step depends on the one before.
describe.skipIf(!screensBrowser || !hasExternalTools)(
  'the main job in Chromium, with pdfsig and qpdf',
  () => {
    let stack: Stack;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    let folder: string;
    const complaints: string[] = [];
    const complaint = 'A escola deste nome não tem conta aqui.';
    let certId = '';
    const invited = 'profesor@oficios.example';

    describePagesOfFailures(() => browser);

    let broken: string | undefined;
    /** A step that depends on the earlier ones: when one fails, the later ones fail at once instead of timing out. */
    const step = (name: string, run: () => Promise<void>): void => {
      it(name, async () => {
        // Without a stack, of which a dozen would hide the failure itself.
        const stack = `not reached, because "${broken}" failed`;
        if (broken !== undefined) throw Object.assign(new Error(stack), { stack });
        broken = name;
        await run();
        broken = undefined;
      });
    };
    const picture = async (name: string): Promise<void> => {
      await page.screenshot({ path: join(pictures, `${name}.png`) });
    };

    beforeAll(async () => {
      rmSync(pictures, { recursive: true, force: true });
      mkdirSync(pictures, { recursive: true });
      folder = mkdtempSync(join(tmpdir(), 'sello-e2e-'));
      // One chunk at a time, so that a small class has progress to be seen.
      stack = await startStack({ settings: { GENERATE_CONCURRENCY: '1' }, preload });
      browser = await startBrowser(walkArgs);
      context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        locale: 'en-GB',
        acceptDownloads: true,
        reducedMotion: 'reduce',
      });
      page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
    });

    afterAll(async () => {
      await browser?.close();
      await stack?.close();
      if (folder) rmSync(folder, { recursive: true, force: true });
    });

    step('signs in and creates an organization', async () => {
      await page.goto(stack.app);
      const way = page.getByRole('button', { name: 'Sign in with Google' }).first();
      await way.waitFor();
      await picture('01-landing');
      await way.click();
      await page.getByLabel('Someone else, by e-mail address').fill('directora@oficios.example');
      await picture('02-choose-account');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('link', { name: /Create an organization/ }).click();
      await page.getByLabel('Name of the organization').fill('Escuela de Oficios Ñandú');
      await page.getByLabel('Invite by e-mail, if you like').fill(`${invited},`);
      await picture('03-onboarding');
      // Watched from before: the message goes by itself, also from a machine that is busy with the next screen.
      const shown = page.getByText('1 invitation is on its way').waitFor();
      await page.getByRole('button', { name: 'Create and invite 1', exact: true }).click();
      await shown;
      await page.getByText('No students yet').waitFor();
      await picture('04-empty-register');
    });

    step('lets the invited person, and nobody else, join by the invitation', async () => {
      await walkAsInvited({
        stack,
        browser,
        organization: 'Escuela de Oficios Ñandú',
        email: invited,
      });
    });

    step('imports a class from CSV and names the three rows that failed', async () => {
      const file = join(folder, 'class.csv');
      writeFileSync(file, classCsv(good, badRows));
      await page.getByRole('button', { name: 'Import CSV' }).first().click();
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText(`${count + 3} rows`).waitFor();
      await picture('05-import');
      await page.getByText('The 3 failed rows are left out.').waitFor();
      await page.getByRole('button', { name: `Import ${count} students` }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Row 2', { exact: true }).waitFor();
      for (const row of badRows) await dialog.getByText(`Row ${row + 2}`, { exact: true }).waitFor();
      expect(await page.getByText(`${count} students imported, 3 rows left out`).count()).toBeGreaterThan(0);
      await picture('06-import-errors');
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByText(`${count} students, 0 certified`).waitFor();
    });

    step('creates a signing certificate and issues the class with live progress', async () => {
      await page.getByRole('checkbox', { name: 'Select all', exact: true }).click();
      await page.getByRole('button', { name: `Select all ${count}` }).click();
      await page.getByRole('button', { name: `Actions for ${count} students` }).click();
      await page.getByRole('menuitem', { name: /Generate certificates/ }).click();
      const dialog = page.getByRole('dialog').first();
      const proceed = dialog.getByRole('button', { name: `Generate ${count} certificates` });
      expect(await proceed.isDisabled()).toBe(true);
      await dialog.getByLabel('Apply to all').selectOption({ label: 'Certificate of completion' });
      await dialog.getByLabel('Course', { exact: true }).fill(course);
      const sign = dialog.getByRole('switch', { name: /Sign digitally/ });
      if (!(await sign.isChecked())) await sign.click();
      const certificates = dialog.getByLabel('Certificate', { exact: true });
      await certificates.selectOption({ label: 'Create new…' });
      expect(await proceed.isDisabled()).toBe(true);
      await dialog.getByRole('button', { name: 'Create a certificate' }).click();

      const create = page.getByRole('dialog').last();
      expect(await create.getByLabel('Reason').inputValue()).toBe('Escuela de Oficios Ñandú');
      expect(await create.getByLabel('Contact').inputValue()).toBe('mailto:directora@oficios.example');
      expect(await create.getByLabel('Name').inputValue()).toBe('Escuela de Oficios Ñandú');
      await create.getByLabel('Location').fill('Arequipa, Perú');
      await picture('07-create-certificate');
      await create.getByRole('button', { name: 'Generate…' }).click();
      await page.getByRole('button', { name: 'Generate it' }).click();
      await dialog.getByText(/Active, expires/).waitFor();
      await picture('08-generate');
      await dialog.getByRole('button', { name: 'Check first' }).click();
      const goOn = dialog.getByRole('button', { name: 'Go on', exact: true });
      await goOn.waitFor();
      await picture('08-checked');
      await goOn.click();

      const progressSeen = await seePart({ stack, page, total: count }, () => proceed.click());
      await page.getByText(new RegExp(`^${count} certificates, ended`)).waitFor({ timeout: generous });
      const seen = await progressSeen();
      expect([...seen].sort((a, b) => a - b)).toEqual(seen);
      await page.getByText(`${count} students, ${count} certified`).waitFor();
      await picture('09-issued');
    });

    step('downloads the class as a zip whose files pdfsig and qpdf find valid', async () => {
      await page.getByRole('button', { name: `Actions for ${count} students` }).click();
      await page.getByRole('menuitem', { name: /Download as a zip/ }).click();
      const tray = page.getByRole('region', { name: 'Batches', exact: true });
      const ready = tray.getByRole('button', { name: 'Download', exact: true });
      await ready.waitFor({ timeout: generous });
      const [download] = await Promise.all([page.waitForEvent('download'), ready.click()]);
      expect(download.suggestedFilename()).toMatch(/^certificates_\d{4}-\d{2}-\d{2}\.zip$/);
      const file = join(folder, 'class.zip');
      await download.saveAs(file);
      const entries = await zipEntries(file);
      expect(entries.size).toBe(count);
      await picture('10-zip');
      for (const [index, [name, bytes]] of [...entries].filter((_, at) => at === 4 || at === 60).entries()) {
        const pdf = join(folder, `${index}.pdf`);
        writeFileSync(pdf, bytes);
        expect(spawnSync('qpdf', ['--check', pdf]).status, name).toBe(0);
        const said = execFileSync('pdfsig', [pdf], { encoding: 'utf8' });
        expect(said).toContain('Signature is Valid');
        expect(said).toContain('Total document signed');
      }
    });

    step('sends the e-mails, which arrive with link and attachment', async () => {
      await page.getByRole('button', { name: `Actions for ${count} students` }).click();
      await page.getByRole('menuitem', { name: /Send by e-mail/ }).click();
      await page.locator('bdi', { hasText: / has issued your certificate: / }).waitFor();
      await page.getByRole('button', { name: `Send ${count} e-mails` }).click();
      await page.getByText(new RegExp(`^${count} accepted, ended`)).waitFor({ timeout: generous });
      const pupil = good[4]!;
      const mail = await stack.inbox.waitFor((candidate) => candidate.to.includes(pupil.email));
      expect(JSON.stringify(mail)).toContain('/verify/');
      const answer = await fetch(`${stack.inbox.url}/api/mails?to=${encodeURIComponent(pupil.email)}`);
      const body = JSON.stringify(await answer.json());
      expect(body).toContain('.pdf');
      await picture('11-mailed');
    });

    step(
      'sends the e-mails that were asked for with certificates although the window is closed at once',
      async () => {
        const pupil = good[7]!;
        const window = await context.newPage();
        await window.goto(page.url());
        await window.getByPlaceholder('Find by name or ID').fill(pupil.idNumber);
        await window
          .getByText(/1 of \d+ match/)
          .first()
          .waitFor();
        await window.getByRole('checkbox', { name: 'Select all', exact: true }).click();
        await window.getByRole('button', { name: 'Actions for 1 student' }).click();
        await window.getByRole('menuitem', { name: /Generate certificates/ }).click();
        const dialog = window.getByRole('dialog');
        await dialog.getByLabel('Apply to all').selectOption({ label: 'Certificate of completion' });
        expect(await dialog.getByLabel('Course', { exact: true }).inputValue()).toBe(course);
        await dialog.getByRole('checkbox', { name: /Send each certificate by e-mail/ }).click();
        await dialog.getByLabel('Language of the letter').selectOption('es');
        await dialog
          .getByText(/ ha emitido su certificado: /)
          .first()
          .waitFor();
        await dialog.getByRole('button', { name: 'Generate the certificate' }).click();
        await dialog.waitFor({ state: 'detached' });
        await window.close();
        const mail = await stack.inbox.waitFor(
          ({ to, subject }) => to.includes(pupil.email) && subject.includes('ha emitido su certificado'),
        );
        expect(JSON.stringify(mail)).toContain('/verify/');
      },
    );

    step('lets a visitor verify a certificate by its file and by its number', async () => {
      const pupil = good[1]!;
      await page.getByPlaceholder('Find by name or ID').fill(pupil.idNumber);
      await page.getByRole('button', { name: `Actions for ${pupil.fullName}` }).click();
      // A browser that shows PDFs opens it in a new window, one that does not downloads it.
      const [asked] = await Promise.all([
        context.waitForEvent('request', (request) => new URL(request.url()).pathname.startsWith('/c/')),
        page.getByRole('menuitem', { name: 'Download certificate' }).click(),
      ]);
      const address = asked.url();
      certId = address.split('/').at(-1)!;
      for (const other of context.pages()) if (other !== page) await other.close();
      const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
      const hash = createHash('sha256').update(bytes).digest('hex');

      const stranger = await browser.newContext({
        viewport: { width: 390, height: 844 },
        locale: 'pt-BR',
        colorScheme: 'dark',
      });
      const visit = await stranger.newPage();
      await visit.goto(`${stack.app}/verify/${hash}`);
      await visit.getByText(pupil.fullName).first().waitFor();
      // What was typed in the dialog, not the template's name.
      await visit.getByText(course, { exact: true }).first().waitFor();
      await visit.getByRole('heading', { level: 1 }).filter({ hasText: 'Não está provado' }).waitFor();
      await visit.locator('img.cert').waitFor();
      await visit.screenshot({ path: join(pictures, '12-verify-390-dark.png'), fullPage: true });
      await walkWithFiles(visit, stack.app, bytes);
      await visit.goto(`${stack.app}/verify`);
      await visit.getByRole('textbox').first().fill(certId.toLowerCase());
      await visit.keyboard.press('Enter');
      await visit.getByText(pupil.fullName).first().waitFor();
      // The organization is not verified, so its certificate can be reported, but not added to a profile.
      expect(await visit.getByRole('link', { name: /LinkedIn/ }).count()).toBe(0);
      await visit.getByRole('link', { name: 'Avisar de um erro' }).click();
      await visit.getByRole('radio', { name: 'O emissor não é quem diz ser' }).check();
      await visit.getByLabel('Em suas palavras').fill(complaint);
      await visit.getByRole('button', { name: 'Enviar o aviso' }).click();
      await visit.getByText(/já tem seu aviso/).waitFor();
      await visit.getByRole('link', { name: 'Voltar ao certificado' }).click();

      // What is wrong with its data goes to the organization, once the reporter has shown whose address it is.
      const reporter = 'quem.avisa@correo.example';
      await visit.getByRole('link', { name: 'Avisar de um erro' }).click();
      await visit.getByRole('radio', { name: 'Um nome ou uma data está com erro' }).check();
      await visit.getByLabel('Em suas palavras').fill('Falta um acento no sobrenome.');
      await visit.getByLabel('Seu e-mail').fill(reporter);
      await visit.getByRole('button', { name: 'Enviar o aviso' }).click();
      await visit.getByRole('heading', { level: 1, name: 'Falta um passo' }).waitFor();
      const question = await stack.inbox.waitFor(({ to }) => to.includes(reporter));
      await visit.goto(/https?:\/\/\S+\/report\/\w+/.exec(question.text)![0]);
      await visit.getByRole('heading', { level: 1, name: 'Aviso enviado' }).waitFor();
      const passedOn = await stack.inbox.waitFor(({ subject }) => subject.startsWith('Aviso de um erro'));
      expect(passedOn.text).toContain('> Falta um acento no sobrenome.');
      expect(passedOn.text).toContain(pupil.fullName);
      await visit.goto(`${stack.app}/verify/${'0'.repeat(64)}`);
      await visit.getByRole('heading', { level: 1 }).waitFor();
      await visit.screenshot({ path: join(pictures, '13-not-found-390-dark.png'), fullPage: true });
      await stranger.close();
    });

    step('never shows data of one organization under another, however slow the server is', async () => {
      const [mine, other] = ['Escuela de Oficios Ñandú', 'Escola de Ofícios Tuiuiú'];
      const goTo = async (name: string): Promise<void> => {
        await page.locator('.switch-tenant').click();
        await page.getByRole('menuitem', { name, exact: true }).click();
      };
      const people = page.locator('.table.reg tbody tr:not(.waiting)');
      await page.goto(`${stack.app}/students`);
      await goTo('Create an organization');
      await page.getByLabel('Name of the organization').fill(other!);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('No students yet').waitFor();
      // Reloaded at its settings, the page knows the other organization's permissions, but not its students.
      const settings = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' });
      await page.goto(`${stack.app}${await settings.getAttribute('href')}`);
      await page.locator('.settings h1').waitFor();
      await goTo(mine!);
      for (const row of [0, 1]) await people.nth(row).getByRole('checkbox').click();
      const chosen = page.getByRole('button', { name: 'Actions for 2 students' });
      await chosen.waitFor();

      // From here the server does not respond to requests for students until it is released.
      let letGo = (): void => {};
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await page.route(/\/api\/students\?fn=list/, async (route) => {
        await held;
        await route.continue();
      });
      await goTo(other!);
      await page.locator('.switch-tenant', { hasText: other! }).waitFor();
      await page.locator('.table.reg[aria-busy=true]').waitFor({ timeout: generous });
      expect([await people.count(), await chosen.count()]).toEqual([0, 0]);
      letGo();
      await page.getByText('No students yet').waitFor();
      await goTo(mine!);
      await people.first().waitFor();
      expect([await people.count(), await chosen.count()]).toEqual([25, 0]);
      await page.unroute(/\/api\/students\?fn=list/);
    });

    step('shows the signed-in user and the button to sign out at every width', async () => {
      await expectSignOut(page, 'directora@oficios.example');
    });

    step('lets the operator answer a report, confirm the organization and pause its mail', async () => {
      const organization = 'Escuela de Oficios Ñandú';
      await walkAsOperator({ app: stack.app, browser, staff: page, organization, certId, complaint });
    });

    step('erases a student, of whom no collection, object, key or log keeps anything', async () => {
      const pupil = good[1]!;
      const texts = [pupil.fullName, pupil.email, pupil.idNumber];
      const before = await placesOf(stack, texts);
      for (const name of ['students', 'certificates', 'batchItems'])
        expect(before).toContain(`collection ${name}: ${pupil.fullName}`);
      await page.goto(`${stack.app}/students?q=${pupil.idNumber}`);
      await page.getByRole('button', { name: `Actions for ${pupil.fullName}` }).click();
      await page.getByRole('menuitem', { name: 'Erase personal data…' }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByRole('textbox').first().fill(pupil.fullName);
      await dialog.locator('.end [type=submit]').click();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => placesOf(stack, texts), { timeout: generous, interval: 1_000 }).toEqual([]);
    });

    step(
      'logs no error to the browser console, and services write log lines to their output alone',
      async () => {
        expect(complaints).toEqual([]);
        expect(await notLogged(stack, ['bff', 'render-worker', 'mail-worker', 'domain-worker'])).toEqual([]);
      },
    );
  },
);
