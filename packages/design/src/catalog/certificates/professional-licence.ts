import { drawNumberAndQr, drawSignatory } from '../../blocks/lettering.ts';
import { waveBand } from '../../ornaments/guilloche.ts';
import { defineBuiltIn } from '../built-in.ts';
import { digitalSignature } from '../digital-signature.ts';
import { DrawingPage } from '../drawing-page.ts';
import { drawFact } from '../facts.ts';

const ink = '#16282b';
const mute = '#5a6d70';
const teal = '#0f4f58';
const text = 'Source Sans 3';

/** A6, on its side. */
const card = { width: 419.53, height: 297.64 };

const waves = (tops: readonly number[], amplitude: number) =>
  tops.map((y) => waveBand([-70, y], { angle: 0, half: 35, halves: 15, amplitude, strands: 5 })).join('');

/** The size of a card: photograph, barcode and fine waves all over. */
export const professionalLicence = defineBuiltIn({
  key: 'professional-licence',
  dateStyle: 'medium',
  texts: {
    en: {
      name: 'Professional licence',
      tags: ['licence', 'card', 'photograph'],
      variables: [
        ['Profession', 'Clinical Nutritionist'],
        ['Valid until', '2029-12-31'],
        ['Licence number', 'CN-04417'],
      ],
      title: 'Professional licence',
      photo: 'Photograph of the holder',
      licence: 'Licence no.',
      idNumber: 'ID number',
      issued: 'Issued on',
      validUntil: 'Valid until',
      registrar: 'Registrar',
      barcode: 'Barcode of the certificate number',
    },
    es: {
      name: 'Licencia profesional',
      tags: ['licencia', 'carné', 'fotografía'],
      variables: [
        ['Profesión', 'Nutrición clínica'],
        ['Válida hasta', '2029-12-31'],
        ['Número de licencia', 'NC-04417'],
      ],
      title: 'Licencia profesional',
      photo: 'Fotografía de la persona titular',
      licence: 'Licencia n.º',
      idNumber: 'Documento',
      issued: 'Emitida el',
      validUntil: 'Válida hasta',
      registrar: 'Registro',
      barcode: 'Código de barras del número del certificado',
    },
    'pt-BR': {
      name: 'Licença profissional',
      tags: ['licença', 'carteira', 'fotografia'],
      variables: [
        ['Profissão', 'Nutrição clínica'],
        ['Válida até', '2029-12-31'],
        ['Número da licença', 'NC-04417'],
      ],
      title: 'Licença profissional',
      photo: 'Fotografia da pessoa titular',
      licence: 'Licença n.º',
      idNumber: 'Documento',
      issued: 'Emitida em',
      validUntil: 'Válida até',
      registrar: 'Registro',
      barcode: 'Código de barras do número do certificado',
    },
  },
  variables: {
    'batch.profession': {},
    'batch.validUntil': { kind: 'date', optional: true },
    'custom.licence': { optional: true },
  },
  signatories: (texts) => [texts.registrar],
  draw(texts) {
    const page = new DrawingPage('front', card);
    const { ids } = page;
    const left = 24;
    page
      .path(waves([84, 124, 164, 204, 244, 284], 15), { stroke: '#d3e6e2', strokeWidth: 0.45 })
      .path(waves([104, 144, 184, 224, 264], 15), { stroke: '#f3ddd2', strokeWidth: 0.45 })
      .rectangle(-1, -1, card.width + 2, 49, { fill: teal })
      .rectangle(-1, 48, card.width + 2, 2.5, { fill: '#e39a5f' })
      .text(
        '{{tenant.publicName}}',
        { x: left, width: 230, baseline: 19.2, family: text, size: 12.5, lines: 2, min: 5 },
        { fill: '#ffffff', fontWeight: 700, verticalAlign: 'middle' },
      )
      .text(
        texts.title,
        { x: 264, width: 131.53, baseline: 27.6, family: text, size: 10.5 },
        { fill: '#cfe6e6', align: 'right', role: 'title' },
      )
      .add({
        ...{ type: 'group', id: ids(), x: left, y: 66, width: 92, height: 116, hideWhenEmpty: true },
        elements: [
          {
            ...{ type: 'image', id: ids(), x: 0, y: 0, width: 92, height: 116, fit: 'cover' },
            ...{ source: { kind: 'variable', name: 'student.photo' }, alt: texts.photo },
            mask: { shape: 'rounded', radius: 5 },
          },
          {
            ...{ type: 'rectangle', id: ids(), x: 0, y: 0, width: 92, height: 116, cornerRadius: 5 },
            ...{ stroke: teal, strokeWidth: 1.2 },
          },
        ],
      })
      .text(
        '{{student.fullName}}',
        {
          x: 132,
          width: 216,
          baseline: 82,
          family: text,
          size: 19,
          lines: 3,
          room: 30,
          min: 4,
          from: 'bottom',
        },
        { fill: ink, fontWeight: 700, charSpacing: -8, lineHeight: 1.05, role: 'heading' },
      )
      .logo(353.5, 58, 42, 30)
      .text(
        '{{batch.profession}}',
        { x: 132, width: 263.5, baseline: 99, family: text, size: 12.5, min: 6 },
        { fill: teal, fontWeight: 600 },
      );
    const facts = [
      { label: texts.licence, value: '{{custom.licence}}' },
      { label: texts.idNumber, value: '{{student.idNumber}}' },
      { label: texts.issued, value: '{{certificate.issuedAt}}' },
      { label: texts.validUntil, value: '{{batch.validUntil}}' },
    ];
    for (const [index, fact] of facts.entries()) {
      const place = { x: 132 + (index % 2) * 100, y: 117 + Math.floor(index / 2) * 37, width: 92 };
      const style = { family: text, size: 10.5, labelSize: 7.5, color: ink, mute } as const;
      page.add(drawFact(fact, { ids, ...place, ...style }));
    }
    const small = { family: text, color: ink, mute } as const;
    return [
      page
        .add(
          drawNumberAndQr({
            ...{ ids, x: 325.5, y: 117, width: 70, side: 60, ...small, size: 6.5 },
            ...{ texts, place: 'below', align: 'right', isNumbered: false },
          }),
        )
        .add({
          ...{ type: 'barcode', id: ids(), x: left, y: 200, width: card.width - 2 * left, height: 32 },
          ...{ fill: ink, background: '#ffffff', alt: texts.barcode, content: '{{certificate.id}}' },
        })
        .text(
          '{{certificate.id}}',
          { x: left, width: card.width - 2 * left, baseline: 243, family: text, size: 8 },
          { fill: ink, align: 'center', charSpacing: 160, fontWeight: 600 },
        )
        .text(
          '{{certificate.verifyAddress}}',
          { x: left, width: card.width - 2 * left, baseline: 253.5, family: text, size: 7.5, min: 4 },
          { fill: mute, align: 'center' },
        )
        .add(
          drawSignatory({
            ids,
            x: left,
            y: 273,
            width: 150,
            ...small,
            ...{ size: 7, room: 17 },
            signatory: 1,
            align: 'left',
          }),
        )
        .add(
          digitalSignature(texts, {
            ...{ id: ids(), x: 225.5, y: 257, width: 170, height: 32, family: text, size: 7, color: mute },
            align: 'right',
          }),
        )
        .done('#fbfdfc'),
    ];
  },
});
