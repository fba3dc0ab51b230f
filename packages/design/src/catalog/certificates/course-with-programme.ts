import { drawDoubleFrame } from '../../blocks/frames.ts';
import { drawNumberAndQr, drawSignatory } from '../../blocks/lettering.ts';
import { drawInitial, drawLaurel, drawRibbon, drawWafer } from '../../blocks/seals.ts';
import { sealPaint } from '../../seal-paint.ts';
import { defineBuiltIn } from '../built-in.ts';
import { digitalSignature } from '../digital-signature.ts';
import { a4Landscape, DrawingPage } from '../drawing-page.ts';
import { drawFact } from '../facts.ts';

const paper = '#ffffff';
const navy = '#1a2b4c';
const mute = '#626b7c';
const red = '#a3202c';
const gold = '#a98232';
const pale = '#c6cddb';
const serif = 'Source Serif 4';

/** A wreath over a ribbon; the programme of the course on a second page. */
export const courseWithProgramme = defineBuiltIn({
  key: 'course-with-programme',
  texts: {
    en: {
      name: 'Course with its programme overleaf',
      tags: ['course', 'programme', 'landscape', 'two pages'],
      variables: [
        ['Course', 'Preventive Conservation of Archives'],
        ['Duration', '96 hours'],
        [
          'Programme',
          'Paper, ink and what harms them|14|Elena Duarte; Climate and light in the stacks|16|Rafael Mendes; Insects, mould and quarantine|12|Elena Duarte; Boxes, folders and furniture|10|Joan Pruitt; Plans for fire and flood|18|Rafael Mendes; Digital copies|14|Inés Salvatierra; Practice in an archive|12|All instructors',
        ],
      ],
      title: 'Certificate',
      opening: 'We certify that',
      statement: 'has completed the course',
      span: '{{batch.hours}}, from {{student.startDate}} to {{student.endDate}}',
      director: 'Director of Studies',
      coordinator: 'Course Coordinator',
      programme: 'Programme',
      columns: ['Module', 'Hours', 'Instructor'],
      holder: 'Awarded to',
      duration: 'Duration',
      grade: 'Final score',
      issued: 'Issued on',
    },
    es: {
      name: 'Curso con programa al reverso',
      tags: ['curso', 'programa', 'horizontal', 'dos páginas'],
      variables: [
        ['Curso', 'Conservación Preventiva de Archivos'],
        ['Duración', '96 horas'],
        [
          'Programa',
          'El papel, la tinta y lo que los daña|14|Elena Duarte; Clima y luz en los depósitos|16|Rafael Mendes; Insectos, hongos y cuarentena|12|Elena Duarte; Cajas, carpetas y mobiliario|10|Joan Pruitt; Planes ante incendios e inundaciones|18|Rafael Mendes; Copias digitales|14|Inés Salvatierra; Práctica en un archivo|12|Todo el equipo docente',
        ],
      ],
      title: 'Certificado',
      opening: 'Se certifica que',
      statement: 'ha concluido el curso',
      span: '{{batch.hours}}, del {{student.startDate}} al {{student.endDate}}',
      director: 'Dirección de Estudios',
      coordinator: 'Coordinación del Curso',
      programme: 'Programa',
      columns: ['Módulo', 'Horas', 'Docente'],
      holder: 'Otorgado a',
      duration: 'Duración',
      grade: 'Nota final',
      issued: 'Emitido el',
    },
    'pt-BR': {
      name: 'Curso com programa no verso',
      tags: ['curso', 'programa', 'paisagem', 'duas páginas'],
      variables: [
        ['Curso', 'Conservação Preventiva de Arquivos'],
        ['Carga horária', '96 horas'],
        [
          'Conteúdo programático',
          'O papel, a tinta e o que os danifica|14|Elena Duarte; Clima e luz nos depósitos|16|Rafael Mendes; Insetos, fungos e quarentena|12|Elena Duarte; Caixas, pastas e mobiliário|10|Joan Pruitt; Planos contra incêndio e enchente|18|Rafael Mendes; Cópias digitais|14|Inês Salvaterra; Prática em um arquivo|12|Todo o corpo docente',
        ],
      ],
      title: 'Certificado',
      opening: 'Certificamos que',
      statement: 'concluiu o curso',
      span: '{{batch.hours}}, de {{student.startDate}} a {{student.endDate}}',
      director: 'Direção de Ensino',
      coordinator: 'Coordenação do Curso',
      programme: 'Conteúdo programático',
      columns: ['Módulo', 'Horas', 'Docente'],
      holder: 'Conferido a',
      duration: 'Carga horária',
      grade: 'Nota final',
      issued: 'Emitido em',
    },
  },
  variables: { 'batch.course': {}, 'batch.hours': {}, 'batch.modules': {} },
  signatories: (texts) => [texts.director, texts.coordinator],
  draw(texts) {
    const { width, height } = a4Landscape;
    const frame = { x: 28, y: 28, width: width - 56, height: height - 56, color: navy };
    const front = new DrawingPage('front', a4Landscape);
    const { ids } = front;
    const middle = { x: 100.945, width: 640 };
    const center = { align: 'center' } as const;
    front
      .add(drawDoubleFrame({ ids, ...frame }))
      .add(drawLaurel({ ids, x: 420.945 - 66, y: 52, size: 132, color: gold }))
      .add(drawWafer({ ids, x: 420.945 - 36, y: 82, size: 72, color: sealPaint(navy), paper, isBlank: true }))
      .add(
        drawRibbon({
          ...{ ids, x: 420.945 - 210, y: 192, width: 420, height: 62 },
          ...{ front: red, ends: '#84141f', folds: '#4d0a11' },
        }),
      )
      .add(drawInitial({ ids, x: 420.945 - 36, y: 82, size: 72, fill: paper, family: serif }))
      .logo(62, 56, 120, 64)
      .text(
        texts.title,
        { x: 420.945 - 170, width: 340, baseline: 225, family: serif, size: 26 },
        {
          ...{ ...center, fill: '#ffffff', fontWeight: 600, letterCase: 'upper', charSpacing: 160 },
          role: 'title',
        },
      )
      .text(
        texts.opening,
        { ...middle, baseline: 278, family: serif, size: 15 },
        { ...center, fill: mute, italic: true },
      )
      .text(
        '{{student.fullName}}',
        { ...middle, baseline: 342, family: serif, size: 42, lines: 3, room: 62, min: 6, from: 'bottom' },
        {
          ...{ ...center, fill: navy, fontWeight: 300, charSpacing: -12, lineHeight: 1.05 },
          role: 'heading',
        },
      )
      .line(420.945 - 150, 358, 300, gold, 1)
      .text(
        texts.statement,
        { ...middle, baseline: 388, family: serif, size: 15 },
        { ...center, fill: mute, italic: true },
      )
      .text(
        '{{batch.course}}',
        { ...middle, baseline: 420, family: serif, size: 25, min: 9 },
        { ...center, fill: navy, fontWeight: 600, role: 'heading' },
      )
      .text(
        texts.span,
        { ...middle, baseline: 446, family: serif, size: 14 },
        { ...center, fill: navy, hideWhenEmpty: true },
      )
      .text(
        '{{tenant.publicName}}',
        { x: 310.945, width: 220, baseline: 512, family: serif, size: 13, lines: 2, min: 6, from: 'bottom' },
        { ...center, fill: navy, fontWeight: 600 },
      )
      .text(
        '{{certificate.issuedAt}}',
        { x: 310.945, width: 220, baseline: 530, family: serif, size: 12 },
        { ...center, fill: mute, italic: true },
      );
    const line = { ids, y: 512, width: 190, family: serif, color: navy, mute, size: 11.5 } as const;
    front
      .add(drawSignatory({ ...line, x: 84, signatory: 1 }))
      .add(drawSignatory({ ...line, x: width - 84 - 190, signatory: 2 }));

    const back = new DrawingPage('back', a4Landscape);
    const side = 600;
    back
      .add(drawDoubleFrame({ ids: back.ids, ...frame }))
      .text(
        texts.programme,
        { x: 72, width: 490, baseline: 96, family: serif, size: 28 },
        { fill: red, fontWeight: 600, role: 'title' },
      )
      .text(
        '{{batch.course}}',
        { x: 72, width: 490, baseline: 122, family: serif, size: 15, min: 7 },
        { fill: navy, italic: true },
      )
      .add({
        ...{ type: 'table', id: back.ids(), x: 72, y: 148, width: 490, height: 382 },
        rows: '{{batch.modules}}',
        columns: [
          { header: texts.columns[0], share: 4.4 },
          { header: texts.columns[1], share: 1, align: 'end' },
          { header: texts.columns[2], share: 2.6 },
        ],
        ...{ fontFamily: serif, fontSize: 12.5, minFontSize: 5, fill: navy, padding: 7.5 },
        ...{ headerFill: '#ffffff', headerGround: navy, lines: 'rows', stroke: pale, strokeWidth: 0.6 },
      });
    const facts = [
      { label: texts.holder, value: '{{student.fullName}}' },
      { label: texts.duration, value: '{{batch.hours}}' },
      { label: texts.grade, value: '{{student.scoreNumeric}}' },
      { label: texts.issued, value: '{{certificate.issuedAt}}' },
    ];
    for (const [index, fact] of facts.entries()) {
      // The holder's name may take two lines.
      const place = { ids: back.ids, x: side, y: 84 + index * 52 + (index > 0 ? 17 : 0), width: 176 };
      const style = { family: serif, size: 13, labelSize: 10, color: navy, mute, rule: pale } as const;
      back.add(drawFact(fact, { ...place, ...style, lines: index === 0 ? 2 : 1 }));
    }
    back
      .add(
        digitalSignature(texts, {
          ...{ id: back.ids(), x: side, y: 322, width: 170, height: 56, family: serif, size: 9.5 },
          color: mute,
        }),
      )
      .add(
        drawNumberAndQr({
          ...{ ids: back.ids, x: side, y: 392, width: 180, side: 104, family: serif, color: navy, mute },
          ...{ texts, place: 'below', align: 'left', size: 9.5 },
        }),
      );
    return [front.done(paper), back.done(paper)];
  },
});
