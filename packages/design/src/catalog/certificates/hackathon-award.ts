import { drawNumberAndQr, drawSignatory } from '../../blocks/lettering.ts';
import { halftone } from '../../ornaments/halftone.ts';
import { defineBuiltIn } from '../built-in.ts';
import { a4Portrait, DrawingPage } from '../drawing-page.ts';

const night = '#0d1017';
const white = '#f3f5ef';
const mute = '#9aa1ad';
const lime = '#c9f53b';
const text = 'Source Sans 3';

const area = { y: 392, width: 600, height: 452 };
const dots = halftone({ ...area, pitch: 15, sizes: 9 }, (x, y) => {
  // Densest in the lower right corner, along a bent front.
  const far = Math.hypot((x - 640) * 0.86, y - 500) / 520;
  const bend = 0.12 * Math.sin(x / 74) * Math.cos(y / 90);
  // None under the texts at the left.
  return Math.max(0, 1.05 - far - bend - Math.max(0, (380 - x) / 340) ** 1.6);
});

/** White and lime on a dark ground that dissolves into halftone dots. */
export const hackathonAward = defineBuiltIn({
  key: 'hackathon-award',
  texts: {
    en: {
      name: 'Hackathon award',
      tags: ['award', 'technology', 'portrait'],
      variables: [
        ['Event', 'Open Data Hackathon'],
        ['Prize', 'First place'],
        ['Project', 'River levels by text message'],
      ],
      opening: 'goes to',
      project: 'for the project “{{custom.project}}”',
      jury: 'Jury',
      organizer: 'Organizers',
    },
    es: {
      name: 'Premio de hackatón',
      tags: ['premio', 'tecnología', 'vertical'],
      variables: [
        ['Evento', 'Hackatón de Datos Abiertos'],
        ['Premio', 'Primer puesto'],
        ['Proyecto', 'El nivel del río por mensaje de texto'],
      ],
      opening: 'para',
      project: 'por el proyecto «{{custom.project}}»',
      jury: 'Jurado',
      organizer: 'Organización',
    },
    'pt-BR': {
      name: 'Prêmio de hackathon',
      tags: ['prêmio', 'tecnologia', 'retrato'],
      variables: [
        ['Evento', 'Hackathon de Dados Abertos'],
        ['Prêmio', 'Primeiro lugar'],
        ['Projeto', 'O nível do rio por mensagem de texto'],
      ],
      opening: 'para',
      project: 'pelo projeto “{{custom.project}}”',
      jury: 'Comissão julgadora',
      organizer: 'Organização',
    },
  },
  variables: { 'batch.event': {}, 'custom.award': {}, 'custom.project': { optional: true } },
  signatories: (texts) => [texts.jury, texts.organizer],
  draw(texts) {
    const page = new DrawingPage('front', a4Portrait);
    const { ids } = page;
    const middle = { x: 54, width: 487.28 };
    for (const { d, diameter } of dots) {
      page.add({
        ...{ type: 'path', id: ids(), d, viewBox: [0, 0, area.width, area.height] },
        ...{ x: 0, ...area, stroke: lime, strokeWidth: Math.round(diameter * 90) / 100, lineCap: 'round' },
      });
    }
    page
      .text(
        '{{batch.event}}',
        { x: 54, width: 300, baseline: 70, family: text, size: 14, lines: 2, min: 7 },
        { fill: lime, fontWeight: 600, role: 'title' },
      )
      .text(
        '{{certificate.issuedAt}}',
        { x: 361.28, width: 180, baseline: 70, family: text, size: 14 },
        { fill: mute, align: 'right' },
      )
      .text(
        '{{custom.award}}',
        { ...middle, baseline: 262, family: text, size: 92, lines: 2, min: 24, from: 'bottom' },
        { fill: lime, fontWeight: 900, lineHeight: 0.92, charSpacing: -28, role: 'heading' },
      )
      .text(texts.opening, { ...middle, baseline: 290, family: text, size: 15 }, { fill: mute })
      .text(
        '{{student.fullName}}',
        { ...middle, baseline: 366, family: text, size: 36, lines: 3, room: 74, min: 6, from: 'bottom' },
        { fill: white, fontWeight: 700, charSpacing: -10, lineHeight: 1.1, role: 'heading' },
      )
      .text(
        texts.project,
        { ...middle, baseline: 396, family: text, size: 18, lines: 2, min: 9 },
        { fill: white, hideWhenEmpty: true },
      );
    const line = {
      ids,
      width: 170,
      family: text,
      color: white,
      mute,
      size: 11,
      align: 'left',
      plate: white,
      x: 54,
    } as const;
    page
      .add(drawSignatory({ ...line, y: 502, signatory: 1 }))
      .add(drawSignatory({ ...line, y: 582, signatory: 2 }))
      .logo(473.28, 92, 64, 44, white)
      .text(
        '{{tenant.publicName}}',
        { x: 54, width: 200, baseline: 660, family: text, size: 13, lines: 2, min: 7, from: 'bottom' },
        { fill: white, fontWeight: 600 },
      );
    return [
      page
        .add(
          drawNumberAndQr({
            ...{ ids, x: 54, y: 680, width: 190, side: 84, family: text, color: night, size: 8.5 },
            ...{ texts, place: 'below', align: 'left', ground: '#ffffff', captionColor: white },
          }),
        )
        .done(night),
    ];
  },
});
