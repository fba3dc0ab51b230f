import { drawNumberAndQr, drawSignatory } from '../../blocks/lettering.ts';
import { circle, type Point } from '../../ornaments/path-data.ts';
import { defineBuiltIn } from '../built-in.ts';
import { a4Landscape, DrawingPage } from '../drawing-page.ts';

const paper = '#f7f3ec';
const ink = '#221c3a';
const mute = '#6d6780';
const violet = '#4a2fb0';
const orange = '#f0703a';
const serif = 'Source Serif 4';
const sans = 'Source Sans 3';

const rings = (centre: Point, first: number, gap: number, count: number) =>
  Array.from({ length: count }, (_, index) => circle(centre, first + index * gap)).join('');

/** Two sets of rings that cross like sound, beside the talk's title. */
export const conferenceSpeaker = defineBuiltIn({
  key: 'conference-speaker',
  texts: {
    en: {
      name: 'Conference speaker',
      tags: ['conference', 'speaker', 'landscape'],
      variables: [
        ['Conference', 'Meeting on Public Libraries'],
        ['Title of the talk', 'What a reading room is for in a town without bookshops'],
      ],
      title: 'Speaker',
      talk: '“{{custom.talk}}”',
      committee: 'Programme Committee',
    },
    es: {
      name: 'Ponente de congreso',
      tags: ['congreso', 'ponencia', 'horizontal'],
      variables: [
        ['Congreso', 'Encuentro de Bibliotecas Públicas'],
        ['Título de la ponencia', 'Para qué sirve una sala de lectura en un pueblo sin librerías'],
      ],
      title: 'Ponente',
      talk: '«{{custom.talk}}»',
      committee: 'Comité Académico',
    },
    'pt-BR': {
      name: 'Palestrante de congresso',
      tags: ['congresso', 'palestra', 'paisagem'],
      variables: [
        ['Congresso', 'Encontro de Bibliotecas Públicas'],
        ['Título da palestra', 'Para que serve uma sala de leitura numa cidade sem livrarias'],
      ],
      title: 'Palestrante',
      talk: '“{{custom.talk}}”',
      committee: 'Comitê Científico',
    },
  },
  variables: { 'batch.event': {}, 'custom.talk': { optional: true } },
  signatories: (texts) => [texts.committee],
  draw(texts) {
    const page = new DrawingPage('front', a4Landscape);
    const { ids } = page;
    const left = { x: 60, width: 430 };
    return [
      page
        .path(rings([700, 170], 8, 9, 21), { stroke: violet, strokeWidth: 1.7 })
        .path(rings([760, 372], 8, 9, 24), { stroke: orange, strokeWidth: 1.7 })
        .text(
          '{{batch.event}}',
          { ...left, baseline: 82, family: sans, size: 16, lines: 2, min: 8 },
          { fill: ink, fontWeight: 600 },
        )
        .text(
          texts.title,
          { x: left.x - 3, width: left.width, baseline: 186, family: serif, size: 76 },
          { fill: violet, fontWeight: 300, charSpacing: -25, role: 'title' },
        )
        .text(
          '{{student.fullName}}',
          { ...left, baseline: 258, family: serif, size: 31, lines: 3, room: 60, min: 6, from: 'bottom' },
          { fill: ink, fontWeight: 600, charSpacing: -8, lineHeight: 1.08, role: 'heading' },
        )
        .line(left.x, 278, 56, orange, 3)
        .text(
          texts.talk,
          { ...left, baseline: 320, family: serif, size: 22, lines: 3, min: 9 },
          { fill: ink, italic: true, lineHeight: 1.32, hideWhenEmpty: true, role: 'heading' },
        )
        .text(
          '{{tenant.publicName}}',
          { x: left.x, width: 350, baseline: 424, family: sans, size: 13, lines: 2, min: 7, from: 'bottom' },
          { fill: ink, fontWeight: 600 },
        )
        .logo(left.x + 360, 396, 70, 48)
        .text('{{certificate.issuedAt}}', { ...left, baseline: 443, family: sans, size: 13 }, { fill: mute })
        .add(
          drawSignatory({
            ...{ ids, x: left.x, y: 520, width: 190, family: sans, color: ink, mute, size: 11 },
            ...{ signatory: 1, align: 'left' },
          }),
        )
        .add(
          drawNumberAndQr({
            ...{ ids, x: 290, y: 470, width: 230, side: 68, family: sans, color: ink, mute, size: 9 },
            ...{ texts, place: 'beside' },
          }),
        )
        .done(paper),
    ];
  },
});
