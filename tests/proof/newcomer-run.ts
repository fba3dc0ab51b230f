import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Stack } from '@sello/dev-stack';
import mongoose from 'mongoose';
import type { Browser, Locator, Page } from 'playwright-core';

/** What was found after the window had been closed. */
export interface NewcomerResult {
  /** Whether the worker that ends the certificates was killed, and which batches there were then. */
  killed?: { afterTheCertificates: boolean; beforeTheEmails: boolean };
  rows: number;
  /** The rows that the preview names. */
  refused: string[];
  /** What the check names of those who cannot be issued. */
  named: string[];
  imported: number;
  certified: number;
  emails: number;
  verified: number;
  seconds: number;
  faults: string[];
}

interface Setting {
  stack: Stack;
  browser: Browser;
  isKilled: boolean;
  onState?: (page: Page, name: string) => Promise<void>;
}

/** The lease of a worker that was killed before it had made the e-mails is two minutes. */
const waitMs = 300_000;
/** Names of several people in one cell, without the spaces at which a line could break. */
const long = `María${'FernándezDeLaVegaYNúñezDeArce'.repeat(9)}López`;
const good = Array.from({ length: 24 }, (_, at) => {
  const name = ['Íñigo Núñez', 'Begoña Peña', 'José Ángel Güell', 'María del Mar Cañas'][at % 4]!;
  const day = String((at % 28) + 1).padStart(2, '0');
  return { name: `${name} ${at + 1}`, day, score: `${5 + (at % 5)},${at % 10}` };
});

/** As Excel saves “CSV (delimited by commas)” with Spanish settings, in Windows-1252, with its line that names the delimiter. */
function spanishCsv(domain: string): Buffer {
  const rows = [
    ...good.map(({ name, day, score }, at) => [
      name,
      `N-${at + 1}`,
      `n${at + 1}@${domain}`,
      'España',
      `${day}/03/2026`,
      '30/10/2026',
      score,
      'Aula 1',
    ]),
    [long, 'N-90', `n90@${domain}`, 'España', '02/03/2026', '30/10/2026', '9', 'Aula 2'],
    ['Sin Correo', 'N-91', '', 'España', '02/03/2026', '30/10/2026', '9', 'Aula 2'],
    ['Fecha Imposible', 'N-92', `n92@${domain}`, 'España', '30/02/2026', '30/10/2026', '9', 'Aula 2'],
  ];
  const head = 'fullName;idNumber;email;country;startDate;endDate;scoreNumeric;aula';
  return Buffer.from(['sep=;', head, ...rows.map((row) => row.join(';')), ''].join('\r\n'), 'latin1');
}

/** Works through a class as a newcomer, by what the screens say alone, and looks afterwards what has become of it. */
export async function issueAsNewcomer({
  stack,
  browser,
  isKilled,
  onState,
}: Setting): Promise<NewcomerResult> {
  const began = performance.now();
  const domain = isKilled ? 'talleres.example' : 'escuela.example';
  const faults: string[] = [];
  const context = await browser.newContext({ locale: 'es-ES', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('pageerror', ({ message }) => faults.push(message));
  const see = (name: string) => onState?.(page, `${name}${isKilled ? ', killed' : ''}`);
  const dialog = page.locator('.dialog');
  const button = (name: string | RegExp) => dialog.getByRole('button', { name });

  await page.goto(stack.app);
  await page.getByRole('button', { name: 'Iniciar sesión con Google' }).first().click();
  await page.getByLabel('Someone else, by e-mail address').fill(`secretaria@${domain}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: /Crear una organización/ }).click();
  await page.getByLabel('Nombre de la organización').fill(isKilled ? 'Talleres Peña' : 'Escuela Peñalara');
  await page.getByRole('button', { name: 'Crear', exact: true }).click();
  await page.getByText('Aún no hay estudiantes').waitFor();

  await page
    .getByRole('button', { name: /^Importar/ })
    .first()
    .click();
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'Alumnos.csv', mimeType: 'text/csv', buffer: spanishCsv(domain) },
  });
  // It does not say its encoding, so nothing is compared before the person has seen names.
  await dialog.getByText('¿Son correctos estos nombres?').waitFor();
  await dialog.locator('.read-names').getByText(good[0]!.name).waitFor();
  await see('the question about letters');
  await button('Los nombres son correctos').click();
  // Dates can be read both ways, so nothing can be imported before the person says which.
  await dialog.getByText('¿Qué va primero, el día o el mes?').waitFor();
  await see('the question about dates');
  if (await button(/^Importar/).isEnabled()) faults.push('imported without an answer about the dates');
  await dialog.getByRole('radio', { name: /^El día/ }).check();
  await button(`Importar ${good.length + 2} estudiantes`).waitFor();
  await dialog.getByRole('button', { name: /^Fallidos/ }).click();
  await dialog.getByText('Fecha Imposible').waitFor();
  await see('the preview');
  const refused = await textsOf(dialog.locator('tbody tr'));
  await button(`Importar ${good.length + 2} estudiantes`).click();
  await button('Listo').waitFor();
  await see('imported');
  await button('Listo').click();
  await page.getByText(`${good.length + 2} estudiantes, 0 certificados`).waitFor();
  await see('the register');

  await page.getByRole('checkbox', { name: 'Seleccionar todos', exact: true }).click();
  const all = page.getByRole('button', { name: `Seleccionar los ${good.length + 2}` });
  await all.click();
  await see('everybody chosen');
  const generate = async (): Promise<void> => {
    await page.getByRole('button', { name: /Acciones para \d+ estudiante/ }).click();
    await page.getByRole('menuitem', { name: /Generar certificados/ }).click();
    await dialog.getByLabel('Aplicar a todos').selectOption({ index: 1 });
    await dialog.getByLabel('Curso', { exact: true }).fill('Cuidados de Enfermería');
  };
  await generate();
  await button('Comprobar antes').click();
  await button(/^Corregir/).waitFor();
  await see('what the check names');
  const named = await textsOf(dialog.locator('.finds--cannot summary'));
  await button(/^Corregir/).click();
  await dialog.waitFor({ state: 'detached' });
  await see('those to be corrected');
  await page
    .getByRole('status')
    .getByRole('button', { name: /^Editar .*María/ })
    .click();
  await dialog.getByLabel('Nombre completo').fill('María Fernández de la Vega');
  await button('Guardar').click();
  await dialog.waitFor({ state: 'detached' });
  await all.click();
  await generate();
  await button('Comprobar antes').click();
  await button('Continuar').waitFor();
  await see('checked again');
  await button('Continuar').click();
  await dialog.getByRole('checkbox', { name: /Enviar cada certificado por correo/ }).check();
  await dialog
    .getByText(/ ha emitido su certificado: /)
    .first()
    .waitFor();
  await see('generating with the letter');
  const asked = page.waitForResponse(/fn=generate/);
  const watched = isKilled ? killWhenIssued(stack) : undefined;
  await button(`Generar ${good.length + 2} certificados`).click();
  const status = (await asked).status();
  if (status !== 202) faults.push(`generating was answered with ${status}`);
  await context.close();

  const killed = await watched;
  const addresses = [...good.map((_, at) => `n${at + 1}@${domain}`), `n90@${domain}`];
  const received = async () =>
    (await stack.inbox.list({ limit: 10_000 })).filter(({ to }) => to[0]!.endsWith(`@${domain}`));
  const deadline = Date.now() + waitMs;
  while ((await received()).length < addresses.length && Date.now() < deadline) await pause(250);
  const mails = await received();
  for (const address of addresses) {
    const own = mails.filter(({ to }) => to.includes(address));
    if (own.length !== 1) faults.push(`${address} has ${own.length} e-mails`);
  }
  if (mails.length !== addresses.length)
    faults.push(`${mails.length} e-mails instead of ${addresses.length}`);

  // What strangers see by the link of each letter, and what staff find in a new window.
  let verified = 0;
  for (const { text, subject } of mails) {
    const [, certId] = /\/verify\/([0-9A-Z]+)/.exec(text) ?? [];
    const file = Buffer.from(await (await fetch(`${stack.app}/c/${certId}`)).arrayBuffer());
    const hash = createHash('sha256').update(file).digest('hex');
    const answer = await fetch(`${stack.app}/api/verify?fn=lookup&hash=${hash}`);
    const found = (await answer.json()) as { certificate?: { certId: string } };
    if (found.certificate?.certId === certId) verified++;
    else faults.push(`the link of “${subject}” leads to no certificate`);
  }
  const later = await browser.newContext({ locale: 'es-ES', viewport: { width: 1440, height: 900 } });
  const again = await later.newPage();
  again.setDefaultTimeout(120_000);
  await again.goto(stack.app);
  await again.getByRole('button', { name: 'Iniciar sesión con Google' }).first().click();
  await again.getByLabel('Someone else, by e-mail address').fill(`secretaria@${domain}`);
  await again.getByRole('button', { name: 'Continue' }).click();
  const line = again.getByText(new RegExp(`^${good.length + 2} estudiantes, \\d+ certificados$`));
  await line.waitFor();
  const certified = Number(/(\d+) certificados/.exec(await line.innerText())![1]);
  if (certified !== good.length + 2) faults.push(`${certified} are certified`);
  await again.goto(`${stack.app}/batches`);
  await again.locator('tbody tr:not(.waiting) a').first().waitFor();
  await onState?.(again, `the batches afterwards${isKilled ? ', killed' : ''}`);
  await later.close();
  return {
    ...(killed && { killed }),
    ...{ rows: good.length + 3, refused, named, imported: good.length + 2, certified },
    ...{ emails: mails.length, verified, faults },
    seconds: Math.round((performance.now() - began) / 1_000),
  };
}

const textsOf = async (found: Locator): Promise<string[]> =>
  (await found.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());

/** Kills the render-worker as soon as a batch of certificates with e-mails has ended. */
async function killWhenIssued(stack: Stack): Promise<NonNullable<NewcomerResult['killed']>> {
  const connection = await mongoose.createConnection(stack.env.MONGO_URL!).asPromise();
  try {
    const batches = connection.getClient().db(connection.name).collection<{ _id: string }>('batches');
    const known = await batches.countDocuments({ kind: 'generate', state: 'done' });
    while ((await batches.countDocuments({ kind: 'generate', state: 'done' })) === known);
    const worker = stack.processes.find(({ name }) => name.startsWith('render-worker'))!;
    worker.kill('SIGKILL');
    const [issued] = await batches.find({ kind: 'generate' }).sort({ _id: -1 }).limit(1).toArray();
    return {
      afterTheCertificates: true,
      beforeTheEmails: (await batches.countDocuments({ after: issued!._id })) === 0,
    };
  } finally {
    await connection.close();
  }
}
