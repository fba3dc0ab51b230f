import { drawNumberAndQr, drawSignatory } from '../../blocks/lettering.ts';
import { circle } from '../../ornaments/path-data.ts';
import { defineBuiltIn } from '../built-in.ts';
import { a4Portrait, DrawingPage } from '../drawing-page.ts';

const ink = '#1b1f33';
const mute = '#666b80';
const blue = '#2239b5';
const light = '#4057cf';
const cream = '#fff3e2';
const coral = '#ff8a66';
const serif = 'Source Serif 4';
const sans = 'Source Sans 3';

/** The level in large letters on a blue field with rings, and the scores of each skill in a table. */
export const languageLevel = defineBuiltIn({
  key: 'language-level',
  texts: {
    en: {
      name: 'Language level',
      tags: ['language', 'examination', 'portrait'],
      variables: [
        ['Language', 'English'],
        ['Level', 'B2'],
        ['Description of the level', 'Upper intermediate'],
        ['Scores', 'Listening|88|B2; Reading|93|C1; Writing|79|B2; Speaking|84|B2'],
      ],
      title: 'Certificate of language proficiency',
      opening: 'awarded to',
      statement:
        'who showed the abilities that the Common European Framework of Reference describes for this level, in the skills and with the scores below.',
      columns: ['Skill', 'Score', 'Level'],
      total: 'Overall score {{student.scoreNumeric}}',
      issued: 'Issued on {{certificate.issuedAt}}',
      examiner: 'Chief Examiner',
    },
    es: {
      name: 'Nivel de idioma',
      tags: ['idiomas', 'examen', 'vertical'],
      variables: [
        ['Idioma', 'Inglés'],
        ['Nivel', 'B2'],
        ['Descripción del nivel', 'Intermedio alto'],
        [
          'Puntajes',
          'Comprensión auditiva|88|B2; Comprensión lectora|93|C1; Expresión escrita|79|B2; Expresión oral|84|B2',
        ],
      ],
      title: 'Certificado de dominio de idioma',
      opening: 'otorgado a',
      statement:
        'por haber demostrado las capacidades que el Marco Común Europeo de Referencia describe para este nivel, en las destrezas y con los puntajes siguientes.',
      columns: ['Destreza', 'Puntaje', 'Nivel'],
      total: 'Puntaje global {{student.scoreNumeric}}',
      issued: 'Emitido el {{certificate.issuedAt}}',
      examiner: 'Dirección de Exámenes',
    },
    'pt-BR': {
      name: 'Nível de idioma',
      tags: ['idiomas', 'exame', 'retrato'],
      variables: [
        ['Idioma', 'Inglês'],
        ['Nível', 'B2'],
        ['Descrição do nível', 'Intermediário superior'],
        [
          'Notas',
          'Compreensão oral|88|B2; Compreensão de leitura|93|C1; Produção escrita|79|B2; Produção oral|84|B2',
        ],
      ],
      title: 'Certificado de proficiência em idioma',
      opening: 'conferido a',
      statement:
        'por ter demonstrado as capacidades que o Quadro Europeu Comum de Referência descreve para este nível, nas habilidades e com as notas a seguir.',
      columns: ['Habilidade', 'Nota', 'Nível'],
      total: 'Nota global {{student.scoreNumeric}}',
      issued: 'Emitido em {{certificate.issuedAt}}',
      examiner: 'Direção de Exames',
    },
  },
  variables: {
    'batch.language': {},
    'custom.level': {},
    'custom.levelName': { optional: true },
    'custom.scores': { optional: true },
  },
  signatories: (texts) => [texts.examiner],
  draw(texts) {
    const page = new DrawingPage('front', a4Portrait);
    const { ids } = page;
    const middle = { x: 54, width: 487.28 };
    const field = 318;
    const rings = Array.from({ length: 20 }, (_, index) => circle([420, 206], 22 + index * 19)).join('');
    page
      .rectangle(-1, -1, a4Portrait.width + 2, field + 1, { fill: blue })
      .path(rings, { stroke: light, strokeWidth: 1.1 })
      .rectangle(-1, field, 620, a4Portrait.height - field + 1, { fill: '#ffffff' })
      .rectangle(-1, field, a4Portrait.width + 2, 6, { fill: coral })
      .text(
        '{{tenant.publicName}}',
        { x: 54, width: 400, baseline: 66, family: sans, size: 13, lines: 2, min: 7 },
        { fill: cream, fontWeight: 600 },
      )
      .logo(467.28, 44, 70, 44, '#ffffff')
      .text(
        '{{batch.language}}',
        { x: 54, width: 250, baseline: 250, family: serif, size: 30, lines: 2, min: 12, from: 'bottom' },
        { fill: cream, fontWeight: 600, charSpacing: -12, role: 'heading' },
      )
      .text(
        texts.title,
        { x: 54, width: 240, baseline: 176, family: sans, size: 13, lines: 2, from: 'bottom' },
        { fill: cream, role: 'title' },
      )
      .text(
        '{{custom.levelName}}',
        { x: 54, width: 250, baseline: 280, family: serif, size: 18, min: 9 },
        { fill: coral, italic: true, hideWhenEmpty: true },
      )
      .text(
        '{{custom.level}}',
        { x: 284, width: 257.28, baseline: 282, family: serif, size: 190, min: 40, from: 'bottom' },
        { fill: cream, fontWeight: 700, align: 'right', charSpacing: -30, lineHeight: 1, role: 'heading' },
      )
      .text(texts.opening, { ...middle, baseline: 356, family: sans, size: 13 }, { fill: mute })
      .text(
        '{{student.fullName}}',
        { ...middle, baseline: 420, family: serif, size: 36, lines: 3, room: 66, min: 6, from: 'bottom' },
        { fill: ink, fontWeight: 600, charSpacing: -8, lineHeight: 1.06, role: 'heading' },
      )
      .text(
        texts.statement,
        { ...middle, baseline: 452, family: sans, size: 12.5, lines: 3 },
        { fill: mute, lineHeight: 1.4 },
      )
      .add({
        ...{
          type: 'table',
          id: ids(),
          x: 47.5,
          y: 500,
          width: 500.28,
          height: 158,
          rows: '{{custom.scores}}',
        },
        columns: [
          { header: texts.columns[0], share: 3.4 },
          { header: texts.columns[1], share: 1, align: 'end' },
          { header: texts.columns[2], share: 1, align: 'end' },
        ],
        ...{ fontFamily: sans, fontSize: 13, fill: ink, minFontSize: 5, padding: 6.5, hideWhenEmpty: true },
        ...{ headerWeight: 600, headerFill: blue, lines: 'rows', stroke: '#c9cde0', strokeWidth: 0.6 },
      })
      .text(
        texts.total,
        { ...middle, baseline: 684, family: sans, size: 13 },
        { fill: blue, fontWeight: 700, align: 'right', hideWhenEmpty: true },
      )
      .text(texts.issued, { ...middle, baseline: 684, family: sans, size: 13 }, { fill: ink });
    return [
      page
        .add(
          drawSignatory({
            ...{ ids, x: 54, y: 770, width: 210, family: sans, color: ink, mute, size: 11 },
            ...{ signatory: 1, align: 'left' },
          }),
        )
        .add(
          drawNumberAndQr({
            ...{ ids, x: 321.28, y: 708, width: 220, side: 62, family: sans, color: ink, mute, size: 8.5 },
            ...{ texts, place: 'below', align: 'right' },
          }),
        )
        .done('#ffffff'),
    ];
  },
});
