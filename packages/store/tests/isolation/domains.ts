import type { DomainRecord, Store } from '../../src/index.ts';

interface Mine {
  domain: DomainRecord;
}
type Attack = (store: Store, other: string, mine: Mine) => unknown;

/** The functions on custom domains, called for another organization with the id of this one. */
export const domains: Record<string, Attack> = {
  of: (s, other) => s.domains.of(other),
  get: (s, other, m) => s.domains.get(other, m.domain._id),
  add: (s, other) => s.domains.add(other, { domain: 'theirs.test', token: 't', dnsRecords: [] }),
  updateSettings: (s, other) => s.domains.updateSettings(other, { useInEmails: true }),
  requestCheck: (s, other) => s.domains.requestCheck(other),
  recordCheck: (s, other, m) =>
    s.domains.recordCheck(other, m.domain._id, {
      status: 'verified',
      dnsRecords: [],
      misses: 0,
      nextCheckAt: null,
      checkedAt: new Date(),
    }),
  remove: (s, other) => s.domains.remove(other),
  replaceRecords: (s, other, m) => s.domains.replaceRecords(other, m.domain, []),
  setHosting: (s, other, m) =>
    s.domains.setHosting(other, m.domain._id, { state: 'failed', provider: 'x', at: new Date() }),
  noteAnswers: (s, other, m) =>
    s.domains.noteAnswers(other, m.domain._id, [
      { type: 'TXT', name: 'n', purpose: 'ownership', answer: { at: new Date(), reason: 'timeout' } },
    ]),
  answers: (s, other, m) => s.domains.answers(other, m.domain._id),
  endHostRemoval: (s, other, m) => s.domains.endHostRemoval(other, m.domain._id),
};
