import { drawNumberAndQr, drawSignatory } from '../../blocks/lettering.ts';
import { waveBand } from '../../ornaments/guilloche.ts';
import { defineBuiltIn } from '../built-in.ts';
import { digitalSignature } from '../digital-signature.ts';
import { DrawingPage, letterPortrait } from '../drawing-page.ts';
import { drawFact } from '../facts.ts';

const ink = '#1a2233';
const mute = '#5f6879';
const oxford = '#15305c';
const pale = '#8fa3c7';
const serif = 'Gentium Book Plus';
const sans = 'Source Sans 3';

const left = 54;
const width = letterPortrait.width - 2 * left;
/** Two waves between lines, as on a bond. */
const strip = (y: number) => waveBand([-32, y], { angle: 0, half: 16, halves: 41, amplitude: 6, strands: 6 });

/** Subjects, credits and grades in a table between two engraved strips. */
export const academicTranscript = defineBuiltIn({
  key: 'academic-transcript',
  texts: {
    en: {
      name: 'Academic transcript',
      tags: ['university', 'grades', 'portrait'],
      variables: [
        ['Programme', 'Public Administration'],
        [
          'Subjects',
          'Constitutional Law|2025-I|4|8.7; Public Finance|2025-I|5|9.1; Statistics for Policy|2025-I|4|7.9; Administrative Procedure|2025-II|4|8.8; Public Procurement|2025-II|5|9.4; Urban Planning|2025-II|3|8.2; Project Evaluation|2026-I|5|9.0; Ethics and Transparency|2026-I|3|9.6; Comparative Government|2026-I|4|8.5; Final Project|2026-II|8|9.3',
        ],
      ],
      title: 'Academic transcript',
      holder: 'Student',
      idNumber: 'ID number',
      programme: 'Programme',
      startDate: 'Admitted on',
      endDate: 'Completed on',
      issued: 'Issued on',
      columns: ['Subject', 'Term', 'Credits', 'Grade'],
      average: 'Final average {{student.scoreNumeric}}',
      note: 'As entered in the register of the institution on the date of issue.',
      registrar: 'Registrar',
    },
    es: {
      name: 'Historial académico',
      tags: ['universidad', 'notas', 'vertical'],
      variables: [
        ['Programa', 'Administración Pública'],
        [
          'Asignaturas',
          'Derecho Constitucional|2025-I|4|8,7; Finanzas Públicas|2025-I|5|9,1; Estadística para Políticas|2025-I|4|7,9; Procedimiento Administrativo|2025-II|4|8,8; Contratación Pública|2025-II|5|9,4; Planificación Urbana|2025-II|3|8,2; Evaluación de Proyectos|2026-I|5|9,0; Ética y Transparencia|2026-I|3|9,6; Gobierno Comparado|2026-I|4|8,5; Proyecto Final|2026-II|8|9,3',
        ],
      ],
      title: 'Historial académico',
      holder: 'Estudiante',
      idNumber: 'Documento',
      programme: 'Programa',
      startDate: 'Ingreso',
      endDate: 'Egreso',
      issued: 'Emitido el',
      columns: ['Asignatura', 'Periodo', 'Créditos', 'Nota'],
      average: 'Promedio final {{student.scoreNumeric}}',
      note: 'Según consta en los registros de la institución en la fecha de emisión.',
      registrar: 'Registro Académico',
    },
    'pt-BR': {
      name: 'Histórico escolar',
      tags: ['universidade', 'notas', 'retrato'],
      variables: [
        ['Curso', 'Administração Pública'],
        [
          'Disciplinas',
          'Direito Constitucional|2025-I|4|8,7; Finanças Públicas|2025-I|5|9,1; Estatística para Políticas|2025-I|4|7,9; Processo Administrativo|2025-II|4|8,8; Compras Públicas|2025-II|5|9,4; Planejamento Urbano|2025-II|3|8,2; Avaliação de Projetos|2026-I|5|9,0; Ética e Transparência|2026-I|3|9,6; Governo Comparado|2026-I|4|8,5; Projeto Final|2026-II|8|9,3',
        ],
      ],
      title: 'Histórico escolar',
      holder: 'Estudante',
      idNumber: 'Documento',
      programme: 'Curso',
      startDate: 'Ingresso',
      endDate: 'Conclusão',
      issued: 'Emitido em',
      columns: ['Disciplina', 'Período', 'Créditos', 'Nota'],
      average: 'Média final {{student.scoreNumeric}}',
      note: 'Conforme os registros da instituição na data de emissão.',
      registrar: 'Secretaria Acadêmica',
    },
  },
  variables: { 'batch.programme': {}, 'custom.subjects': {} },
  signatories: (texts) => [texts.registrar],
  draw(texts) {
    const page = new DrawingPage('front', letterPortrait);
    const { ids } = page;
    page
      .path(strip(22) + strip(770), { stroke: pale, strokeWidth: 0.4 })
      .line(-1, 12, letterPortrait.width + 2, oxford, 2)
      .line(-1, 31, letterPortrait.width + 2, oxford, 0.7)
      .line(-1, 760.5, letterPortrait.width + 2, oxford, 0.7)
      .line(-1, 778, letterPortrait.width + 2, oxford, 2)
      .logo(left + width - 110, 58, 110, 50)
      .text(
        '{{tenant.publicName}}',
        { x: left, width: 370, baseline: 76, family: serif, size: 15, lines: 2, min: 8 },
        { fill: ink, fontWeight: 700 },
      )
      .text(
        texts.title,
        { x: left, width, baseline: 134, family: serif, size: 34 },
        { fill: oxford, role: 'title' },
      );
    const facts = [
      { label: texts.holder, value: '{{student.fullName}}', x: 0, y: 0, width: 328, lines: 2 },
      { label: texts.idNumber, value: '{{student.idNumber}}', x: 344, y: 0, width: 160 },
      { label: texts.programme, value: '{{batch.programme}}', x: 0, y: 60, width: 156 },
      { label: texts.startDate, value: '{{student.startDate}}', x: 172, y: 60, width: 156 },
      { label: texts.endDate, value: '{{student.endDate}}', x: 344, y: 60, width: 160 },
    ];
    for (const { x, y, width: wide, lines = 1, ...fact } of facts) {
      const style = { family: sans, valueFamily: serif, labelSize: 9, color: ink, mute, rule: pale } as const;
      const place = { ids, x: left + x, y: 154 + y, width: wide, size: 12.5, lines };
      page.add(drawFact(fact, { ...place, ...style, valueStyle: { fontWeight: 700 } }));
    }
    const code = { ids, x: left + 274, y: 636, width: 230, family: sans, color: ink, mute } as const;
    return [
      page
        .add({
          ...{ type: 'table', id: ids(), x: left, y: 272, width, height: 316, rows: '{{custom.subjects}}' },
          columns: [
            { header: texts.columns[0], share: 5 },
            { header: texts.columns[1], share: 1.5 },
            { header: texts.columns[2], share: 1.2, align: 'end' },
            { header: texts.columns[3], share: 1, align: 'end' },
          ],
          ...{ fontFamily: sans, fontSize: 11, minFontSize: 4.5, fill: ink, padding: 6, lines: 'rows' },
          ...{ headerFill: '#ffffff', headerGround: oxford, stripe: '#f1f4f9', stroke: '#d7deea' },
        })
        .text(
          texts.note,
          { x: left + 6, width: 330, baseline: 612, family: serif, size: 10 },
          { fill: mute, italic: true },
        )
        .text(
          texts.average,
          { x: left + 304, width: 194, baseline: 612, family: sans, size: 12 },
          { fill: oxford, fontWeight: 700, align: 'right', hideWhenEmpty: true },
        )
        .text(
          `${texts.issued} {{certificate.issuedAt}}`,
          { x: left, width: 220, baseline: 654, family: serif, size: 11 },
          { fill: ink },
        )
        .add(
          drawSignatory({
            ...{ ids, x: left, y: 718, width: 170, family: serif, color: ink, mute, size: 10.5 },
            ...{ signatory: 1, align: 'left' },
          }),
        )
        .add(
          digitalSignature(texts, {
            ...{ id: ids(), x: left + 190, y: 690, width: 130, height: 48, family: sans, size: 8 },
            color: mute,
          }),
        )
        .add(drawNumberAndQr({ ...code, side: 70, size: 8.5, texts, place: 'below', align: 'right' }))
        .done('#ffffff'),
    ];
  },
});
