import type { SelectionCounts } from '@sello/contracts';
import { builtInTemplates } from '@sello/design';
import { signatoriesOf } from './asked.ts';
import { auditPeople } from './audit-lines.ts';
import type { Fixture } from './fixture.ts';
import { importAnswers } from './import-answers.ts';

const { design } = builtInTemplates('en')[0]!;

/** The name of a call in the tables of answers: `resource fn`, with its `type` if it has one. */
export function callOf({ pathname, searchParams }: URL): string {
  const parts = [
    pathname.replace(/^\/(api|auth\/v1)\//, ''),
    searchParams.get('fn'),
    searchParams.get('type'),
  ];
  return parts.filter(Boolean).join(' ');
}

/** The counts of a choice of everybody. */
function countsOf({ total, certified, templates }: Fixture): SelectionCounts {
  const [first, second] = templates;
  const without = Math.floor(total / 100);
  return {
    ...{ count: total, certified, reachable: Math.max(0, certified - 213), withEmail: total },
    templates: [
      { count: total - 2 * without, ...(first && { templateId: first._id }) },
      { count: without, ...(second && { templateId: second._id }) },
      { count: without },
    ],
    madeAt: '2026-11-14T10:38:00.000Z',
  };
}

/** The server's answer to each call, by `resource fn`, made of the fixture. */
export function answersOf(fixture: Fixture): Record<string, unknown> {
  return {
    'tenants my': fixture.tenants,
    'members my-pending-invites': [],
    'sessions list': fixture.sessions,
    'sessions end': { success: true },
    'rpc get_all_user_data': { permissions: fixture.permissions, roles: fixture.roles },
    'students list': {
      items: fixture.students,
      total: fixture.total,
      certified: fixture.certified,
      all: fixture.total,
      nextCursor: fixture.total > fixture.students.length ? 'next' : null,
    },
    'students trash': {
      items: fixture.students.slice(0, 3).map(({ _id, fullName, idNumber }, place) => ({
        ...{ _id, fullName, idNumber },
        ...{ deletedAt: '2026-11-20T15:42:00.000Z', until: '2026-12-20T15:42:00.000Z' },
        deletedBy: place === 2 ? '' : 'Rosa Ccori',
      })),
      total: 3,
      nextCursor: null,
    },
    'students list-brief': {
      items: fixture.students,
      total: fixture.total,
      certified: fixture.certified,
      all: fixture.total,
      nextCursor: null,
    },
    'students columns': {
      columns: [...new Set(fixture.students.flatMap(({ custom }) => Object.keys(custom ?? {})))],
    },
    'students selection-counts': countsOf(fixture),
    'students get': { ...fixture.students[0], custom: { ward: 'Emergency', cohort: '2026-B' } },
    'certificates letter': fixture.letter,
    'certificates batch-values': { variables: fixture.asked, signatories: signatoriesOf() },
    'certificates history': { items: fixture.history },
    'certificates revoke': { success: true },
    'audit list': {
      items: fixture.auditLines,
      total: fixture.auditLines.length === 0 ? 0 : 312,
      nextCursor: fixture.auditLines.length === 0 ? null : 'next',
    },
    'audit people': auditPeople,
    'assets list': { items: fixture.images, total: fixture.images.length, nextCursor: null },
    'templates list': { items: fixture.templates, total: fixture.templates.length, nextCursor: null },
    'templates usage': {
      items: fixture.templates.flatMap(({ _id }, place) =>
        place === 2 ? [] : [{ _id, students: place === 0 ? 612 : 207 + place }],
      ),
    },
    'templates brand': {
      colors: ['#1c1a17', '#c2401c', '#fffefa', '#6b655b', '#0b3d5c', '#d9d4ca', '#8a6d1f', '#1f5c3d'],
      families: ['Newsreader', 'Newsreader Display', 'Source Sans 3', 'Cordillera Titular'],
    },
    'templates delete-batch': { success: true, deleted: 1 },
    'assets upload': { _id: '5'.repeat(24), size: 1, mediaType: 'image/png', fileName: 'thumbnail.png' },
    'templates upsert': fixture.templates[0],
    'templates catalog-list': { items: fixture.catalog, total: fixture.catalog.length, nextCursor: null },
    'templates catalog-get-tags': { tags: ['course', 'diploma', 'attendance', 'short', 'landscape'] },
    'templates catalog-generate-tags': {
      tags: ['hospital pharmacy', 'course', 'stewardship', 'professional development'],
      method: 'ai',
    },
    'templates catalog-get': { ...fixture.catalog[2], ...design },
    'templates catalog-upsert': fixture.catalog[2],
    'templates catalog-delete-batch': { success: true, deleted: 1 },
    'templates get': { ...fixture.templates[0], ...design },
    'templates revisions': { items: fixture.revisions },
    'batches list': { items: fixture.batches, total: fixture.batches.length, nextCursor: null },
    'batches starters': {
      since: '2024-01-02T12:00:00.000Z',
      items: fixture.batches.slice(0, 1).map(({ createdBy }) => ({ _id: 'f'.repeat(24), name: createdBy })),
    },
    'batches get': { batch: fixture.batches[0], items: fixture.items, nextCursor: null },
    'tenants settings': fixture.settings,
    'tenants settings domains': null,
    'tenants domain-answers': [],
    'tenants domain-links': { emails: 0 },
    'tenants settings certificates': fixture.certificates,
    'verify lookup': fixture.verify,
    'verify confirm-report': {
      certId: fixture.verify.certificate.certId,
      organization: fixture.verify.certificate.issuer.name,
      confirmedAt: '2026-11-20T10:31:00.000Z',
    },
    'organizations list': { items: fixture.organizations, total: 214, nextCursor: 'next' },
    'organizations get': fixture.organizations[0],
    'organizations reports': { items: fixture.reports, total: fixture.reports.length, nextCursor: null },
    ...importAnswers,
  };
}
