import { box, boxCases, type GoldenCases, shows, type Values } from './case.ts';

const columns = [{ header: 'Unit' }, { header: 'Hours' }];
const grounds = { headerGround: '#dbe6f5', stripe: '#eef2e6' };

export const table: { sample: Values; cases: GoldenCases } = {
  sample: {
    ...{ ...box, type: 'table', id: 'sample', fontFamily: 'Source Sans 3', fontSize: 9, columns },
    ...{ rows: 'Anatomy|40;Ethics|8', padding: 2 },
  },
  cases: {
    ...boxCases({ rows: 'Grade|{{custom.none}}' }, grounds),
    // A table is as high as its rows, so a lower box shrinks it.
    height: shows({ height: 30 }, grounds),
    rows: shows({ rows: 'Optics|12;Acoustics|30' }),
    rowSeparator: shows({ rowSeparator: '/' }, { rows: 'Optics|1;2/Heat|3' }),
    columnSeparator: shows({ columnSeparator: ',' }, { rows: 'A|B,3;C,4' }),
    'columns.header': shows({ columns: [{ header: 'Module' }, { header: 'h' }] }),
    'columns.share': shows({ columns: [{ ...columns[0], share: 3 }, columns[1]] }),
    'columns.align end': shows({ columns: [columns[0], { ...columns[1], align: 'end' }] }),
    'columns.align center': shows({ columns: [columns[0], { ...columns[1], align: 'center' }] }),
    header: shows({ header: false }),
    fontFamily: shows({ fontFamily: 'Newsreader' }),
    fontWeight: shows({ fontWeight: 800 }),
    italic: shows({ italic: true }),
    fontSize: shows({ fontSize: 12 }),
    fill: shows({ fill: '#c81e1e' }),
    // Without it the rows do not fit at half of their font size, the default minimum.
    minFontSize: shows({ minFontSize: 3 }, { height: 24 }),
    lineHeight: shows({ lineHeight: 1.8 }),
    headerWeight: shows({ headerWeight: 300 }),
    headerFill: shows({ headerFill: '#c81e1e' }),
    headerGround: shows({ headerGround: '#dbe6f5' }),
    stripe: shows({ stripe: '#cfe3c0' }),
    padding: shows({ padding: 6 }, { rows: 'Anatomy|40' }),
    'lines none': shows({ lines: 'none' }),
    'lines grid': shows({ lines: 'grid' }),
    stroke: shows({ stroke: '#c81e1e' }, { strokeWidth: 2 }),
    strokeWidth: shows({ strokeWidth: 3 }),
  },
};
