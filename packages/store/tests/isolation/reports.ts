import { type MistakeReportRecord, newCertId, type Store } from '../../src/index.ts';
import { buildMistake } from '../builders.ts';

interface Mine {
  mistake: MistakeReportRecord;
}
type Attack = (store: Store, other: string, mine: Mine) => unknown;

/** The functions on reports of the public, called for another organization with the id of this record. */
export const reports: Record<string, Record<string, Attack>> = {
  reports: {
    add: (s, other) => s.reports.add(other, { certId: newCertId(), text: 'x' }),
  },
  mistakeReports: {
    ask: (s, other) => s.mistakeReports.ask(other, buildMistake()),
    get: (s, other, m) => s.mistakeReports.get(other, m.mistake._id),
    listConfirmed: (s, other) => s.mistakeReports.listConfirmed(other),
    beginLetter: (s, other, m) => s.mistakeReports.beginLetter(other, m.mistake),
    settleLetter: (s, other, m) =>
      s.mistakeReports.settleLetter(other, m.mistake._id, m.mistake.letter, { state: 'sent' }),
  },
};
