import { drawEngravedFrame } from '../../blocks/frames.ts';
import { drawNumberAndQr, drawSignatory } from '../../blocks/lettering.ts';
import { drawInitial, drawRosette, drawWafer } from '../../blocks/seals.ts';
import { polygon } from '../../ornaments/path-data.ts';
import { sealPaint } from '../../seal-paint.ts';
import { defineBuiltIn } from '../built-in.ts';
import { digitalSignature } from '../digital-signature.ts';
import { a4Landscape, DrawingPage } from '../drawing-page.ts';

const ink = '#2b2320';
const mute = '#6f6257';
const wine = '#6d1f2b';
const gold = '#b08d3e';
const paper = '#fdfaf2';
const text = 'Gentium Book Plus';
const display = 'Newsreader Display';

/** An engraved frame, a watermark and a wafer; everything on the middle line. */
export const universityDiploma = defineBuiltIn({
  key: 'university-diploma',
  texts: {
    en: {
      name: 'University diploma',
      tags: ['university', 'diploma', 'landscape'],
      variables: [
        ['Degree', 'Bachelor of Environmental Science'],
        ['City', 'Lima'],
      ],
      opening: 'The Rector and the Academic Council, in recognition of studies duly completed, confer upon',
      degree: 'the degree of',
      rights: 'with all the rights, honours and duties that belong to it.',
      given: 'Given in {{batch.place}} on {{certificate.issuedAt}}',
      rector: 'Rector',
      secretary: 'Secretary General',
    },
    es: {
      name: 'Diploma universitario',
      tags: ['universidad', 'diploma', 'horizontal'],
      variables: [
        ['Grado', 'Licenciatura en Ciencias Ambientales'],
        ['Ciudad', 'Lima'],
      ],
      opening:
        'El Rectorado y el Consejo Académico, en reconocimiento de los estudios cursados y aprobados, confieren a',
      degree: 'el grado de',
      rights: 'con todos los derechos, honores y deberes que le corresponden.',
      given: 'Dado en {{batch.place}}, el {{certificate.issuedAt}}',
      rector: 'Rectorado',
      secretary: 'Secretaría General',
    },
    'pt-BR': {
      name: 'Diploma universitário',
      tags: ['universidade', 'diploma', 'paisagem'],
      variables: [
        ['Grau', 'Bacharelado em Ciências Ambientais'],
        ['Cidade', 'Recife'],
      ],
      opening: 'A Reitoria e o Conselho Acadêmico, em reconhecimento dos estudos concluídos, conferem a',
      degree: 'o grau de',
      rights: 'com todos os direitos, honras e deveres que lhe são próprios.',
      given: 'Dado em {{batch.place}}, em {{certificate.issuedAt}}',
      rector: 'Reitoria',
      secretary: 'Secretaria-Geral',
    },
  },
  variables: { 'batch.degree': {}, 'batch.place': {} },
  signatories: (texts) => [texts.rector, texts.secretary],
  draw(texts) {
    const page = new DrawingPage('front', a4Landscape);
    const { ids } = page;
    const [center, width] = [420.945, 640];
    const middle = { x: center - width / 2, width };
    const frame = { x: 27, y: 27, width: 787.89, height: 541.28 };
    page
      .add(drawRosette({ ids, x: center - 205, y: 92, size: 410, color: '#f0e6cf' }))
      .add(drawEngravedFrame({ ids, ...frame, color: wine, accent: gold, paper, band: 17 }))
      .logo(center - 60, 57, 120, 38)
      .text(
        '{{tenant.publicName}}',
        {
          x: center - 270,
          width: 540,
          baseline: 124,
          family: text,
          size: 16,
          lines: 2,
          min: 6,
          from: 'bottom',
        },
        {
          align: 'center',
          fill: wine,
          fontWeight: 700,
          letterCase: 'upper',
          charSpacing: 130,
          role: 'title',
        },
      )
      .text(
        texts.opening,
        { ...middle, baseline: 150, family: text, size: 13.5 },
        { align: 'center', italic: true, fill: mute },
      )
      .text(
        '{{student.fullName}}',
        { ...middle, baseline: 218, family: display, size: 44, lines: 3, room: 64, min: 7, from: 'bottom' },
        { align: 'center', fill: ink, charSpacing: -10, lineHeight: 1.02, role: 'heading' },
      )
      .line(center - 90, 236, 80, gold, 0.8)
      .line(center + 10, 236, 80, gold, 0.8)
      .path(
        polygon([
          [center, 232.4],
          [center + 4, 236.4],
          [center, 240.4],
          [center - 4, 236.4],
        ]),
        { fill: gold },
      )
      .text(
        texts.degree,
        { ...middle, baseline: 264, family: text, size: 13.5 },
        { align: 'center', italic: true, fill: mute },
      )
      .text(
        '{{batch.degree}}',
        { ...middle, baseline: 303, family: display, size: 30, min: 10, from: 'bottom' },
        { align: 'center', italic: true, fill: wine, role: 'heading' },
      )
      .text(
        texts.rights,
        { ...middle, baseline: 332, family: text, size: 13.5 },
        { align: 'center', italic: true, fill: mute },
      )
      .text(
        texts.given,
        { ...middle, baseline: 354, family: text, size: 13.5 },
        { align: 'center', fill: ink },
      );
    const signature = { ids, y: 438, width: 190, family: text, color: ink, mute, size: 11 } as const;
    return [
      page
        .add(drawSignatory({ ...signature, x: 110, signatory: 1 }))
        .add(
          drawWafer({ ids, x: center - 52, y: 392, size: 104, color: sealPaint(wine), paper, isBlank: true }),
        )
        .add(drawInitial({ ids, x: center - 52, y: 392, size: 104, fill: paper, family: display }))
        .add(drawSignatory({ ...signature, x: 541.89, signatory: 2 }))
        .add(
          drawNumberAndQr({
            ...{ ids, x: 110, y: 480, width: 250, side: 52, family: text, color: ink, mute, size: 9 },
            ...{ texts, place: 'beside' },
          }),
        )
        .add(
          digitalSignature(texts, {
            ...{ id: ids(), x: 541.89, y: 484, width: 190, height: 48, family: text, size: 9, color: mute },
            align: 'center',
          }),
        )
        .done(paper),
    ];
  },
});
