import { drawDecoFrame } from '../../blocks/frames.ts';
import { drawNumberAndQr, drawSignatory } from '../../blocks/lettering.ts';
import { arc, rays } from '../../ornaments/deco.ts';
import { type Point, polygon } from '../../ornaments/path-data.ts';
import { defineBuiltIn } from '../built-in.ts';
import { a4Portrait, DrawingPage } from '../drawing-page.ts';

const paper = '#fcf9f2';
const emerald = '#0e3f34';
const gold = '#b28a3a';
const ink = '#20302b';
const mute = '#6b716a';
const sans = 'Source Sans 3';
const serif = 'Newsreader';

const sun: Point = [297.64, 214];
const fan =
  rays(sun, 34, 108, 180, 360, 25) +
  arc(sun, 34, 180, 360) +
  arc(sun, 28, 180, 360) +
  arc(sun, 112, 180, 360) +
  arc(sun, 118, 180, 360);
const diamond = (x: number, y: number, size: number) =>
  polygon([
    [x, y - size],
    [x + size, y],
    [x, y + size],
    [x - size, y],
  ]);

/** Art deco: a rising sun of rays over wide letters, the name in a script. */
export const recognition = defineBuiltIn({
  key: 'recognition',
  texts: {
    en: {
      name: 'Employee of the month',
      tags: ['recognition', 'award', 'portrait'],
      variables: [
        ['Recognition', 'Employee of the month'],
        ['Period', 'November 2026'],
        [
          'Reason',
          'for finding a calm answer to every difficult call, and for teaching it to the new colleagues',
        ],
      ],
      opening: 'presented with appreciation to',
      management: 'General Management',
      people: 'Human Resources',
    },
    es: {
      name: 'Colaborador del mes',
      tags: ['reconocimiento', 'premio', 'vertical'],
      variables: [
        ['Reconocimiento', 'Mérito del mes'],
        ['Periodo', 'noviembre de 2026'],
        [
          'Motivo',
          'por hallar una respuesta serena a cada llamada difícil y enseñarla a quienes recién llegan',
        ],
      ],
      opening: 'se entrega con aprecio a',
      management: 'Gerencia General',
      people: 'Recursos Humanos',
    },
    'pt-BR': {
      name: 'Destaque do mês',
      tags: ['reconhecimento', 'prêmio', 'retrato'],
      variables: [
        ['Reconhecimento', 'Destaque do mês'],
        ['Período', 'novembro de 2026'],
        [
          'Motivo',
          'por encontrar uma resposta serena a cada ligação difícil e ensiná-la a quem acaba de chegar',
        ],
      ],
      opening: 'entregue com apreço a',
      management: 'Diretoria Geral',
      people: 'Recursos Humanos',
    },
  },
  variables: {
    'batch.award': {},
    'batch.period': { optional: true },
    'custom.reason': { optional: true },
  },
  signatories: (texts) => [texts.management, texts.people],
  draw(texts) {
    const page = new DrawingPage('front', a4Portrait);
    const { ids } = page;
    const middle = { x: 87.64, width: 420 };
    const center = { align: 'center' } as const;
    page
      .add(drawDecoFrame({ ids, x: 30, y: 30, width: 535.28, height: 781.89, color: emerald, accent: gold }))
      .path(fan, { stroke: gold, strokeWidth: 1 })
      .path(`${arc(sun, 20, 180, 360)}Z`, { fill: emerald })
      .line(sun[0] - 150, sun[1] + 6, 300, emerald, 2)
      .line(sun[0] - 132, sun[1] + 11, 264, gold, 0.8)
      .text(
        '{{batch.award}}',
        { ...middle, baseline: 274, family: sans, size: 25, lines: 2, min: 10 },
        {
          ...{ ...center, fill: emerald, fontWeight: 300, letterCase: 'upper', charSpacing: 190 },
          ...{ role: 'title', lineHeight: 1.3 },
        },
      )
      .text(
        '{{batch.period}}',
        { ...middle, baseline: 330, family: serif, size: 16 },
        { ...center, fill: gold, italic: true, hideWhenEmpty: true },
      )
      .text(
        texts.opening,
        { ...middle, baseline: 368, family: serif, size: 15 },
        { ...center, fill: mute, italic: true },
      )
      .text(
        '{{student.fullName}}',
        {
          ...middle,
          baseline: 456,
          family: 'Great Vibes',
          size: 54,
          lines: 3,
          room: 92,
          min: 3,
          from: 'bottom',
        },
        { ...center, fill: ink, lineHeight: 1, role: 'heading' },
      )
      .path(diamond(sun[0], 488, 4) + diamond(sun[0] - 15, 488, 2.2) + diamond(sun[0] + 15, 488, 2.2), {
        fill: gold,
      })
      .line(sun[0] - 110, 487.6, 82, gold, 0.8)
      .line(sun[0] + 28, 487.6, 82, gold, 0.8)
      .text(
        '{{custom.reason}}',
        { x: 117.64, width: 360, baseline: 520, family: serif, size: 16, lines: 3, min: 7 },
        { ...center, fill: ink, lineHeight: 1.4, hideWhenEmpty: true },
      )
      .logo(sun[0] - 50, 576, 100, 34)
      .text(
        '{{tenant.publicName}}',
        { ...middle, baseline: 630, family: sans, size: 12, lines: 2, min: 7, from: 'bottom' },
        { ...center, fill: emerald, fontWeight: 600, letterCase: 'upper', charSpacing: 140 },
      )
      .text(
        '{{certificate.issuedAt}}',
        { ...middle, baseline: 649, family: serif, size: 13 },
        { ...center, fill: mute, italic: true },
      );
    const line = {
      ids,
      width: 140,
      family: serif,
      color: ink,
      mute,
      size: 11.5,
      roleStyle: { italic: true },
    } as const;
    return [
      page
        .add(drawSignatory({ ...line, x: 72, y: 726, signatory: 1 }))
        .add(drawSignatory({ ...line, x: 383.28, y: 726, signatory: 2 }))
        .add(
          drawNumberAndQr({
            ...{ ids, x: 212.64, y: 674, width: 170, side: 68, family: serif, color: ink, mute, size: 8.5 },
            ...{ texts, place: 'below' },
          }),
        )
        .done(paper),
    ];
  },
});
