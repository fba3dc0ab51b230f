import { drawNumberAndQr, drawSignatory } from '../../blocks/lettering.ts';
import { polygon } from '../../ornaments/path-data.ts';
import { defineBuiltIn } from '../built-in.ts';
import { DrawingPage, letterLandscape } from '../drawing-page.ts';
import { drawFact } from '../facts.ts';

const ink = '#17181a';
const mute = '#5d6066';
const yellow = '#ffc61a';
const text = 'Source Sans 3';

/** Stripes of warning tape over a band of the page's width. */
function tape(y: number, height: number): string {
  const pitch = 2 * height;
  const count = Math.ceil(letterLandscape.width / pitch) + 1;
  return Array.from({ length: count }, (_, index) => {
    const x = index * pitch - height;
    return polygon([
      [x + height, y],
      [x + 2 * height, y],
      [x + height, y + height],
      [x, y + height],
    ]);
  }).join('');
}

/** A shield with a tick, in a box of 100 × 116. */
const shield = 'M50 0C62 9 80 15 100 16V58C100 86 78 106 50 116C22 106 0 86 0 58V16C20 15 38 9 50 0Z';
const tick = 'M26 59L44 77L76 40';

/** Warning tape, and the date of expiry on a yellow panel. */
export const safetyTraining = defineBuiltIn({
  key: 'safety-training',
  texts: {
    en: {
      name: 'Safety training',
      tags: ['safety', 'training', 'landscape'],
      variables: [
        ['Course', 'Working at Height and Rescue'],
        ['Valid until', '2028-11-14'],
        ['Duration', '16 hours'],
      ],
      title: 'Safety training',
      opening: 'This certifies that',
      statement: 'has completed the training and passed the assessment in',
      idNumber: 'ID number',
      duration: 'Duration',
      endDate: 'Completed on',
      instructor: 'Instructor',
      manager: 'Safety manager',
      validUntil: 'Valid until',
    },
    es: {
      name: 'Capacitación en seguridad',
      tags: ['seguridad', 'capacitación', 'horizontal'],
      variables: [
        ['Curso', 'Trabajo en altura y rescate'],
        ['Válido hasta', '2028-11-14'],
        ['Duración', '16 horas'],
      ],
      title: 'Capacitación en seguridad',
      opening: 'Se certifica que',
      statement: 'completó la capacitación y aprobó la evaluación de',
      idNumber: 'Documento',
      duration: 'Duración',
      endDate: 'Concluido el',
      instructor: 'Instrucción',
      manager: 'Jefatura de Seguridad',
      validUntil: 'Válido hasta',
    },
    'pt-BR': {
      name: 'Treinamento de segurança',
      tags: ['segurança', 'treinamento', 'paisagem'],
      variables: [
        ['Curso', 'Trabalho em altura e resgate'],
        ['Válido até', '2028-11-14'],
        ['Carga horária', '16 horas'],
      ],
      title: 'Treinamento de segurança',
      opening: 'Certificamos que',
      statement: 'concluiu o treinamento e foi aprovado(a) na avaliação de',
      idNumber: 'Documento',
      duration: 'Carga horária',
      endDate: 'Concluído em',
      instructor: 'Instrução',
      manager: 'Gestão de Segurança',
      validUntil: 'Válido até',
    },
  },
  variables: {
    'batch.course': {},
    'batch.validUntil': { kind: 'date' },
    'batch.hours': { optional: true },
  },
  signatories: (texts) => [texts.instructor, texts.manager],
  draw(texts) {
    const page = new DrawingPage('front', letterLandscape);
    const { ids } = page;
    const left = { x: 54, width: 468 };
    const panel = { x: 584, width: 172 };
    const { width, height } = letterLandscape;
    const band = 22;
    page
      .rectangle(556, -1, width - 555, height + 2, { fill: yellow })
      .rectangle(-1, -1, width + 2, band + 1, { fill: ink })
      .path(tape(0, band), { fill: yellow })
      .rectangle(-1, height - band, width + 2, band + 1, { fill: ink })
      .path(tape(height - band, band), { fill: yellow })
      .text(
        '{{tenant.publicName}}',
        { x: left.x, width: 380, baseline: 74, family: text, size: 14, lines: 2, min: 7 },
        { fill: ink, fontWeight: 600 },
      )
      .text(
        texts.title,
        { ...left, baseline: 140, family: text, size: 40 },
        { fill: ink, fontWeight: 900, charSpacing: -20, role: 'title' },
      )
      .logo(left.x + left.width - 74, 50, 74, 44)
      .text(texts.opening, { ...left, baseline: 180, family: text, size: 13 }, { fill: mute })
      .text(
        '{{student.fullName}}',
        { ...left, baseline: 246, family: text, size: 36, lines: 3, room: 66, min: 6, from: 'bottom' },
        { fill: ink, fontWeight: 700, charSpacing: -10, lineHeight: 1.06, role: 'heading' },
      )
      .line(left.x, 262, left.width, ink, 3)
      .text(texts.statement, { ...left, baseline: 292, family: text, size: 13 }, { fill: mute })
      .text(
        '{{batch.course}}',
        { ...left, baseline: 322, family: text, size: 24, lines: 2, min: 10 },
        { fill: ink, fontWeight: 700, role: 'heading' },
      );
    const facts = [
      { label: texts.idNumber, value: '{{student.idNumber}}' },
      { label: texts.duration, value: '{{batch.hours}}' },
      { label: texts.endDate, value: '{{student.endDate}}' },
    ];
    for (const [index, fact] of facts.entries()) {
      const place = { ids, x: left.x + index * 162, y: 392, width: 144 };
      const style = { family: text, size: 14, labelSize: 10, color: ink, mute, rule: ink } as const;
      page.add(drawFact(fact, { ...place, ...style }));
    }
    const line = {
      ids,
      y: 524,
      width: 225,
      family: text,
      color: ink,
      mute,
      size: 11,
      align: 'left',
    } as const;
    page
      .add(drawSignatory({ ...line, x: left.x, signatory: 1 }))
      .add(drawSignatory({ ...line, x: left.x + 243, signatory: 2 }))
      .text(
        texts.validUntil,
        { ...panel, baseline: 74, family: text, size: 14 },
        { fill: ink, fontWeight: 600 },
      )
      .text(
        '{{batch.validUntil}}',
        { ...panel, baseline: 118, family: text, size: 36, lines: 3, min: 14 },
        { fill: ink, fontWeight: 900, lineHeight: 1.05, charSpacing: -15 },
      )
      .add({
        ...{ type: 'path', id: ids(), d: shield, viewBox: [0, 0, 100, 116], fill: ink },
        ...{ x: panel.x, y: 250, width: 96, height: 111.4 },
      })
      .add({
        ...{ type: 'path', id: ids(), d: tick, viewBox: [0, 0, 100, 116], stroke: yellow, strokeWidth: 11 },
        ...{ x: panel.x, y: 250, width: 96, height: 111.4 },
      });
    const code = { ids, x: panel.x, y: 430, width: panel.width, side: 96 };
    return [
      page
        .add(
          drawNumberAndQr({
            ...{ ...code, family: text, color: ink, align: 'left', size: 9 },
            ...{ texts, place: 'below' },
          }),
        )
        .done('#ffffff'),
    ];
  },
});
