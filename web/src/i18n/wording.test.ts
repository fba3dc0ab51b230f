import { languages } from '@sello/contracts';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TextTree, withEveryPlural } from './plurals.ts';
import { everyText } from './texts.fixture.ts';

/** What people read, in each language: texts that were hard to understand before, and stay as they are now. */
const sentences: readonly [key: string, en: string, es: string, pt: string][] = [
  ['landing.hero.hold', 'Pause animation', 'Pausar la animación', 'Pausar a animação'],
  ['landing.run.title', 'Watch the batch', 'Siga el lote', 'Acompanhe o lote'],
  [
    'landing.names.title',
    'Set once, then every name fits',
    'Diseñe una vez; caben todos los nombres',
    'Configure uma vez; todo nome cabe',
  ],
  ['landing.own.signs.text', 'RSA 2048 or 4096', 'RSA 2048 o 4096', 'RSA 2048 ou 4096'],
  ['errors.certificate_algorithm_unsupported', '2048 or 4096 bits', '2048 o 4096 bits', '2048 ou 4096 bits'],
  ['studentImport.has', 'Required columns', 'Columnas obligatorias', 'Colunas obrigatórias'],
  ['studentImport.may', 'Optional columns', 'Columnas opcionales', 'Colunas opcionais'],
  ['studentImport.known', 'Matched by', 'Se identifica por', 'Identificado por'],
  [
    'studentImport.delimiter.semicolon',
    'separated by semicolons',
    'separadas por punto y coma',
    'separadas por ponto e vírgula',
  ],
  [
    'studentImport.orDrop',
    'Nothing is saved until you confirm.',
    'No se guarda nada hasta que usted confirme.',
    'Nada é salvo até você confirmar.',
  ],
  [
    'errors.shown.full_name_required',
    'Full name is missing',
    'Falta el nombre completo',
    'Falta o nome completo',
  ],
  [
    'errors.shown.fallback.students.upsert',
    'The student could not be saved',
    'No se pudo guardar al estudiante',
    'Não foi possível salvar o estudante',
  ],
  [
    'errors.shown.invitee_invalid',
    'Invalid e-mail: {{email}}',
    'Correo no válido: {{email}}',
    'E-mail inválido: {{email}}',
  ],
  ['studentDetails.page.course', 'Course', 'Curso', 'Curso'],
  ['verify.says.status.valid', 'It is still valid today', 'Sigue vigente', 'Continua válido'],
  [
    'verify.says.signature.own',
    '{{issuer}}’s own key; no outside authority confirms it',
    'ninguna autoridad externa la confirma',
    'sem confirmação de autoridade externa',
  ],
  [
    'verify.file.bytes.changed',
    'This is not the file that was issued: its bytes are others',
    'Este no es el archivo que se emitió: sus bytes son otros',
    'Este não é o arquivo que foi emitido: os bytes dele são outros',
  ],
  [
    'verify.file.bytes.unknown',
    'We did not issue this exact file',
    'No emitimos exactamente este archivo',
    'Não emitimos exatamente este arquivo',
  ],
  ['templates.clear', 'Clear selection', 'Quitar la selección', 'Limpar a seleção'],
  ['catalog.clear', 'Clear selection', 'Quitar la selección', 'Limpar a seleção'],
  ['studentDetails.bulk.clear', 'Clear selection', 'Quitar la selección', 'Limpar a seleção'],
  ['errors.reload', 'Reload', 'Recargar', 'Recarregar'],
  [
    'certificates.generation.selfSigned',
    'Sign with your own key',
    'Firmar con su propia clave',
    'Assinar com sua própria chave',
  ],
  ['settings.certificates.facts.subject', 'Issued to', 'Emitido a', 'Emitido para'],
  ['settings.certificates.facts.reason', 'Reason', 'Motivo', 'Motivo'],
  ['students.select', 'Select', 'Seleccionar', 'Selecionar'],
  ['students.selectAll', 'Select all', 'Seleccionar todos', 'Selecionar todos'],
];

beforeAll(async () => {
  await i18next.init({ resources: {}, fallbackLng: 'en', interpolation: { escapeValue: false } });
  for (const language of languages) {
    i18next.addResourceBundle(language, 'translation', withEveryPlural(language, everyText(language)));
  }
});
const textAt = (tree: TextTree, key: string): string =>
  String(key.split('.').reduce<TextTree | string>((at, part) => (at as TextTree)[part] ?? '', tree));

describe.each(languages)('in %s', (language) => {
  it.each(sentences)('%s is said as people understand it', (key, en, es, pt) => {
    expect(textAt(everyText(language), key)).toContain({ en, es, pt }[language]);
  });
});

describe('what is counted', () => {
  const say = (language: 'en' | 'es' | 'pt', students: number, certified: number): string => {
    const t = i18next.getFixedT(language);
    const bare = t('students.total', {
      count: students,
      number: students,
      certified: t('students.certifiedTotal', { count: certified, number: certified }),
    });
    return bare.replaceAll(/<\/?b>/g, '');
  };
  it.each([
    ['pt', 0, 0, '0 estudantes, 0 certificados'],
    ['pt', 5, 1, '5 estudantes, 1 certificado'],
    ['es', 0, 0, '0 estudiantes, 0 certificados'],
    ['es', 5, 1, '5 estudiantes, 1 certificado'],
    ['en', 1, 0, '1 student, 0 certified'],
  ] as const)('agrees in number in %s: %i and %i', (language, students, certified, text) => {
    expect(say(language, students, certified)).toBe(text);
  });

  it.each([
    ['en', '1 student imported, 7 rows left out'],
    ['es', '1 estudiante importado, 7 filas omitidas'],
    ['pt', '1 estudante importado, 7 linhas omitidas'],
  ] as const)('of an import agrees, too, in %s', (language, text) => {
    const t = i18next.getFixedT(language);
    const imported = t('studentImport.done', { count: 1, number: 1 });
    const left = t('studentImport.leftOut', { count: 7, number: 7 });
    expect(t('studentImport.sum', { imported, left })).toBe(text);
  });
});
