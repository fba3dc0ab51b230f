import { drawNumberAndQr, drawSignatory } from '../../blocks/lettering.ts';
import { contours } from '../../ornaments/contours.ts';
import { defineBuiltIn } from '../built-in.ts';
import { a4Landscape, DrawingPage } from '../drawing-page.ts';

const green = '#1e4436';
const line = '#3d6b58';
const cream = '#f9f3e6';
const clay = '#bd5128';
const ink = '#26302b';
const mute = '#66706a';
const text = 'Newsreader';
const display = 'Newsreader Display';

const panel = 298;
const relief =
  contours({ peak: [232, 96], lines: 17, gap: 15, swing: [0.16, 0.11, 0.035], phase: 0.6 }) +
  contours({ peak: [52, 470], lines: 11, gap: 15, swing: [0.12, 0.13, 0.05], phase: 2.2 });

/** The number of hours on a map's contour lines. */
export const volunteerHours = defineBuiltIn({
  key: 'volunteer-hours',
  texts: {
    en: {
      name: 'Volunteer hours',
      tags: ['volunteering', 'thanks', 'landscape'],
      variables: [
        ['Hours', '48'],
        ['Project', 'Reforestation of the Upper Valley'],
      ],
      hours: 'hours of volunteer work',
      title: 'With our thanks to',
      statement: 'for the time, skill and good humour given to',
      span: 'from {{student.startDate}} to {{student.endDate}}',
      issued: '{{certificate.issuedAt}}',
      coordinator: 'Volunteer Coordinator',
      director: 'Director',
    },
    es: {
      name: 'Horas de voluntariado',
      tags: ['voluntariado', 'agradecimiento', 'horizontal'],
      variables: [
        ['Horas', '48'],
        ['Proyecto', 'Reforestación del Valle Alto'],
      ],
      hours: 'horas de voluntariado',
      title: 'Con nuestro agradecimiento a',
      statement: 'por el tiempo, la destreza y el buen ánimo que dedicó a',
      span: 'del {{student.startDate}} al {{student.endDate}}',
      issued: '{{certificate.issuedAt}}',
      coordinator: 'Coordinación de Voluntariado',
      director: 'Dirección',
    },
    'pt-BR': {
      name: 'Horas de voluntariado',
      tags: ['voluntariado', 'agradecimento', 'paisagem'],
      variables: [
        ['Horas', '48'],
        ['Projeto', 'Reflorestamento do Vale Alto'],
      ],
      hours: 'horas de trabalho voluntário',
      title: 'Com nosso agradecimento a',
      statement: 'pelo tempo, pela dedicação e pelo bom humor que ofereceu a',
      span: 'de {{student.startDate}} a {{student.endDate}}',
      issued: '{{certificate.issuedAt}}',
      coordinator: 'Coordenação do Voluntariado',
      director: 'Direção',
    },
  },
  variables: { 'custom.hours': { kind: 'number' }, 'batch.project': {} },
  signatories: (texts) => [texts.coordinator, texts.director],
  draw(texts) {
    const page = new DrawingPage('front', a4Landscape);
    const { ids } = page;
    const { width, height } = a4Landscape;
    const right = { x: 352, width: 436 };
    page
      .rectangle(-1, -1, panel + 1, height + 2, { fill: green })
      .path(relief, { stroke: line, strokeWidth: 0.8 })
      .rectangle(panel, -1, width - panel + 1, height + 2, { fill: cream })
      .text(
        '{{tenant.publicName}}',
        { x: right.x, width: 350, baseline: 80, family: text, size: 17, lines: 2, min: 8 },
        { fill: ink, fontWeight: 500, role: 'title' },
      )
      .logo(right.x + right.width - 76, 50, 76, 46)
      .text(
        '{{custom.hours}}',
        { x: 46, width: 212, baseline: 262, family: display, size: 150, min: 30, from: 'bottom' },
        { fill: cream, charSpacing: -30, lineHeight: 1, role: 'heading' },
      )
      .text(
        texts.hours,
        { x: 50, width: 208, baseline: 294, family: text, size: 19, lines: 2 },
        { fill: cream, italic: true },
      )
      .text(texts.title, { ...right, baseline: 162, family: display, size: 30 }, { fill: clay, italic: true })
      .text(
        '{{student.fullName}}',
        { ...right, baseline: 256, family: display, size: 42, lines: 2, min: 6, from: 'bottom' },
        { fill: ink, charSpacing: -12, lineHeight: 1.05, maxLines: 3, role: 'heading' },
      )
      .line(right.x, 280, 64, clay, 2)
      .text(texts.statement, { ...right, baseline: 322, family: text, size: 17 }, { fill: ink })
      .text(
        '{{batch.project}}',
        { ...right, baseline: 354, family: display, size: 26, min: 9 },
        { fill: green, role: 'heading' },
      )
      .text(
        texts.span,
        { ...right, baseline: 384, family: text, size: 17 },
        { fill: ink, hideWhenEmpty: true },
      )
      .text(texts.issued, { ...right, baseline: 420, family: text, size: 13 }, { fill: mute, italic: true });
    const signature = {
      ids,
      y: 506,
      width: 200,
      family: text,
      color: ink,
      mute,
      size: 12,
      align: 'left',
      roleStyle: { italic: true },
    } as const;
    return [
      page
        .add(drawSignatory({ ...signature, x: right.x, signatory: 1 }))
        .add(drawSignatory({ ...signature, x: right.x + 236, signatory: 2 }))
        .add(
          drawNumberAndQr({
            ...{ ids, x: 50, y: 424, width: 210, side: 78, family: text, color: green, size: 9 },
            ...{ texts, place: 'below', align: 'left', ground: cream, captionColor: cream },
          }),
        )
        .done(cream),
    ];
  },
});
