import {
  type AskedVariable,
  type Asset,
  type AuditLine,
  type Batch,
  type BatchItem,
  type CatalogSummary,
  type CertificateSettings,
  type Certification,
  certifiedStates,
  errorMessage,
  type FileFacts,
  type HistoryLine,
  type OrganizationDetails,
  type PersonSession,
  type PublicCertificate,
  type ReportedCertificate,
  type Revision,
  type Student,
  type TemplateSummary,
  type Tenant,
  type TenantSettings,
} from '@sello/contracts';
import { askedOf } from './asked.ts';
import { createAuditLines } from './audit-lines.ts';
import { createCatalog } from './catalog.ts';
import { createHistory } from './history.ts';
import { letterOf } from './letter.ts';
import { createOrganizations } from './organizations.ts';
import { createRevisions } from './revisions.ts';

/** Invented data of one tenant in the shape of the API; `long` stretches every text that people type. */
export interface Fixture {
  tenants: Tenant[];
  permissions: string[];
  roles: string[];
  students: Student[];
  total: number;
  certified: number;
  templates: TemplateSummary[];
  history: HistoryLine[];
  revisions: Revision[];
  catalog: CatalogSummary[];
  images: Asset[];
  batches: Batch[];
  items: BatchItem[];
  settings: TenantSettings;
  certificates: CertificateSettings;
  letter: ReturnType<typeof letterOf>;
  asked: AskedVariable[];
  verify: { certificate: PublicCertificate; file?: FileFacts };
  organizations: OrganizationDetails[];
  reports: ReportedCertificate[];
  sessions: PersonSession[];
  auditLines: AuditLine[];
}

const id = (number: number): string => number.toString(16).padStart(24, '0');
export const certId = '7K3M9QXT2VHBC0RD8WJN5PZE4F';
const hash = '9f3ac7128be04d5561aa0c97e2d47f83b60d19c85e7a42f1c03d8e6b75a9f204';
const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();

const people = [
  ['Lucía Fernanda Quispe Mamani', '70418821', 'Peru', 0],
  ['João Pedro Albuquerque Teixeira', '384.201.557-09', 'Brazil', 0],
  ['María de los Ángeles Ñahui Condori', '45120937', 'Peru', 0],
  ['Beatriz Conceição Magalhães', '102.883.410-62', 'Brazil', 1],
  ['Íñigo Echeverría Zubizarreta', '05318842-Q', 'Spain', 0],
  ['Renata Figueirêdo d’Ávila', '077.614.238-50', 'Brazil', 1],
  ['Óscar Iván Huamán Tello', '41907733', 'Peru', null],
  ['Ximena Alejandra Peñaloza Rueda', '1.020.744.318', 'Colombia', 0],
  ['Tomás Guimarães Nóbrega', '13294407 5 ZX1', 'Portugal', 2],
  ['Ana Sofía Villagómez Bermúdez', '1714482093', 'Ecuador', 0],
  ['Caetano Simões Brandão', '215.330.984-17', 'Brazil', 0],
  ['Guadalupe Yáñez Ibarra', 'YAIG940212', 'Mexico', 1],
  ['Matheus Araújo Vasconcelos', '448.019.672-31', 'Brazil', null],
  ['Pilar Inés Cárdenas Llontop', '47255018', 'Peru', 0],
] as const;
const templateNames = [
  ...['Hospital Pharmacy', 'Nursing, short', 'Attendance', 'Diplomado en Gestión Pública'],
  ...['Oficina de Encadernação', 'Mención honrosa', 'Untitled, copy of Attendance'],
];
/** The others are certified. */
const states = new Map<number, Certification>([
  [2, 'outdated'],
  [4, 'failed'],
  [6, 'none'],
  [10, 'revoked'],
  [12, 'none'],
]);
const nameDoesNotFit: Student['failure'] = {
  code: 'text_does_not_fit',
  message: errorMessage('text_does_not_fit', { minSize: 14 }),
  details: { minSize: 14, element: 'Holder’s name', elementId: 'holder', field: '{{fullName}}' },
  batchId: `${'0'.repeat(21)}201`,
};
const longName =
  'Maria Antónia da Conceição Albuquerque e Vasconcelos Cavalcanti de Montenegro y Echeverría-Zubizarreta';

export function createFixture(long = false): Fixture {
  // Every other student, and the organization, has an unbroken name of 120 letters.
  const unbroken = (text: string): string =>
    long ? text.replaceAll(' ', '').padEnd(120, 'ungsgesellschaft') : text;
  const stretch = (text: string): string => (long ? `${text}, ${longName}` : text);
  const templates = templateNames.map(
    (name, place): TemplateSummary => ({
      _id: id(100 + place),
      name: place === 1 ? unbroken(name) : stretch(name),
      ...(place < templateNames.length - 1 && { thumbnailUrl: `/assets/thumb-${place}.png` }),
      tags: place === 0 ? [stretch('pharmacy'), 'course'] : [],
      rev: 1,
      updatedAt: ago(86_400 * (1 + 9 * place)),
    }),
  );
  const students: Student[] = people.map(([fullName, idNumber, country, template], place) => {
    const certification = states.get(place) ?? 'certified';
    const certified = certifiedStates.some((state) => state === certification);
    return {
      _id: id(place + 1),
      fullName: place % 4 === 2 ? unbroken(fullName) : stretch(fullName),
      idNumber,
      country,
      ...(place === 12
        ? {}
        : { email: `person${place}@cordillera.example`, startDate: '2026-03-03', endDate: '2026-10-30' }),
      ...(template === null ? {} : { templateId: id(100 + template) }),
      showScoreLetter: true,
      showScoreNumeric: true,
      custom: {},
      ...(certified ? { certId, certificateUrl: `http://localhost/c/${certId}` } : {}),
      certified,
      certification,
      ...(certification === 'failed' && { failure: nameDoesNotFit }),
    };
  });
  const organization = unbroken('Instituto Cordillera');
  const batch = (number: number, more: Partial<Batch>): Batch => ({
    _id: id(200 + number),
    kind: 'generate',
    title: unbroken('Hospital Pharmacy 2026'),
    state: 'done',
    rev: 10,
    total: 1248,
    done: 871,
    failed: 0,
    cancelled: 0,
    signed: true,
    createdAt: ago(600 + number),
    startedAt: ago(590 + number),
    endedAt: ago(500 + number),
    createdBy: 'Rosa Ccori',
    ...more,
  });
  const { endedAt: _ended, ...running } = batch(1, { state: 'running', failed: 3, startedAt: ago(23) });
  return {
    tenants: [
      {
        ...{ _id: id(900), name: organization, publicName: organization },
        ...{ role: 'owner', joinedAt: '2024-01-02T14:00:00.000Z', timeZone: 'America/Lima' },
      },
      {
        ...{ _id: id(901), name: stretch('Escola Santa Inês'), publicName: 'Escola Santa Inês' },
        ...{ role: 'admin', joinedAt: '2026-03-03T14:00:00.000Z' },
      },
    ],
    permissions: [
      ...['nav.students', 'nav.templates', 'students.view', 'students.create', 'students.import'],
      ...[
        'students.delete_bulk',
        'templates.view',
        'templates.create',
        'templates.edit',
        'settings.view',
        'settings.edit',
        'ui.bulk_actions',
      ],
      ...['certificates.generate_bulk', 'certificates.download_bulk', 'emails.send_bulk', 'always.allow'],
    ],
    roles: ['owner'],
    students,
    total: 1248,
    certified: 871,
    templates,
    history: createHistory(stretch),
    revisions: createRevisions(stretch),
    catalog: createCatalog(unbroken, stretch),
    images: ['fondo-verde.png', 'fondo-azul.png', 'sello-facultad.png'].map((fileName, place) => ({
      ...{ _id: id(600 + place), fileName: unbroken(fileName), mediaType: 'image/png' },
      ...{ size: 412_000 + place * 530_000, width: 1754, height: 1240, createdAt: ago(86_400 * (place + 1)) },
    })),
    batches: [
      running,
      batch(2, {
        kind: 'zip',
        title: '',
        total: 214,
        done: 214,
        download: {
          fileName: 'certificates_2026-11-20.zip',
          size: 71_800_000,
          url: 'http://localhost/d/x',
          keptUntil: ago(-80_000),
        },
      }),
      batch(3, {
        kind: 'email',
        title: stretch('Nursing short course'),
        ...{ total: 210, done: 207, failed: 3, unknown: 1, permanent: 1 },
      }),
      batch(4, { state: 'cancelled', total: 500, done: 98, cancelled: 402 }),
    ],
    items: [
      {
        index: 13,
        fullName: 'Benedita do Nascimento Évora',
        state: 'failed',
        error: { code: 'variable_unknown', message: '', details: { variable: 'custom.module' } },
      },
      {
        index: 202,
        fullName: unbroken('Sebastián Ruiz-Tagle Undurraga'),
        state: 'failed',
        error: { code: 'text_does_not_fit', message: '', details: { minSize: 14 } },
      },
      {
        index: 203,
        fullName: 'Łucja Ɛnyɔnam Pacheco',
        state: 'failed',
        error: { code: 'glyph_missing', message: '', details: { character: 'Ɛ' } },
      },
    ],
    settings: {
      _id: id(900),
      name: stretch('Instituto Cordillera, sede Lima'),
      publicName: organization,
      role: 'owner',
      timeZone: 'America/Lima',
      logoUrl: `/assets/${id(900)}/images/logo-1795375336000.png`,
      showIdNumber: false,
      publicDownload: true,
      letterReplyTo: 'registro@cordillera.example',
      letterSubjects: { es: 'Instituto Cordillera: {course}' },
      replyAddresses: ['registro@cordillera.example', 'rosa.ccori@cordillera.example'],
    },
    asked: askedOf(stretch),
    letter: letterOf(organization, stretch('Hospital Pharmacy: Dispensing and Stewardship')),
    certificates: createCertificates(organization),
    ...createOrganizations(stretch),
    sessions: [
      ...([
        ['Chrome', 'Linux', '198.51.100.0/24', 240, 190_000],
        ['Safari', 'iPhone', '198.51.100.0/24', 62_000, 4_400_000],
        ['Firefox', 'Windows', '2001:db8:1::/48', 690_000, 6_400_000],
        [undefined, undefined, '203.0.113.0/24', 430_000, 431_000],
      ] as const),
    ].map(([browser, system, network, used, signedIn], place) => ({
      ...(browser && { browser, system }),
      ...{ id: id(700 + place), network, current: place === 0 },
      ...{ lastUsedAt: ago(used), createdAt: ago(signedIn) },
      ...(place === 2 && { repeats: { count: 2, at: ago(690_500), network } }),
    })),
    auditLines: createAuditLines(stretch),
    verify: {
      certificate: {
        certId,
        hash,
        state: 'valid',
        issuedAt: '2026-11-14T15:00:00.000Z',
        issuedOn: '2026-11-14',
        holder: unbroken('Lucía Fernanda Quispe Mamani'),
        course: stretch('Hospital Pharmacy: Dispensing and Stewardship'),
        country: 'Peru',
        idNumber: '••••••21',
        idNumberMasked: true,
        startDate: '2026-03-03',
        endDate: '2026-10-30',
        size: 341_000,
        pages: 1,
        signed: true,
        signedBy: `${organization} 2026`,
        issuer: {
          name: organization,
          identity: {
            kind: 'domain',
            domain: 'certs.cordillera.example',
            since: '2026-11-02T12:00:00.000Z',
            checkedAt: '2026-11-20T05:12:00.000Z',
          },
          createdAt: '2024-01-02T12:00:00.000Z',
        },
        downloadUrl: `http://localhost/c/${certId}`,
        verifyUrl: `http://localhost/verify/${certId}`,
      },
      file: {
        sha256: hash,
        checkedAt: '2026-11-14T15:04:05.000Z',
        size: 341_000,
        bytes: 'issued',
        signature: 'intact',
        reasons: [],
        signer: { subject: organization, fingerprint: hash, selfSigned: true },
        signerIsIssuer: true,
      },
    },
  };
}

function createCertificates(organization: string): CertificateSettings {
  const certificate = {
    id: id(300),
    name: `${organization} 2026`,
    status: 'active' as const,
    algorithm: 'rsa-4096' as const,
    createdAt: '2026-11-02T12:00:00.000Z',
    expiresAt: '2029-11-02T12:00:00.000Z',
    subject: `${organization}, Lima, PE`,
    fingerprint: '4be190a7c25d3f880b6ed1f47792a0ce5d03e8b9164af27c8e5b20d693f14ac7',
    origin: 'generated' as const,
    params: {
      reason: `Issued by ${organization}`,
      location: 'Lima',
      contactInfo: 'registro@cordillera.example',
      name: organization,
    },
  };
  const soon = new Date(Date.now() + 20 * 86_400_000).toISOString();
  return {
    selfSignedEnabled: true,
    algorithm: 'rsa-4096',
    certificate,
    certificates: [
      certificate,
      { ...certificate, id: id(301), name: `${organization} 2024`, algorithm: 'rsa-2048', expiresAt: soon },
      {
        ...certificate,
        id: id(302),
        name: 'Registro Académico',
        status: 'expired',
        algorithm: 'rsa-2048',
        createdAt: '2022-08-06T12:00:00.000Z',
        expiresAt: '2025-08-06T12:00:00.000Z',
      },
      {
        ...certificate,
        id: id(303),
        name: 'Prueba interna',
        status: 'revoked',
        algorithm: 'rsa-2048',
        createdAt: '2022-07-01T12:00:00.000Z',
        expiresAt: '2025-07-01T12:00:00.000Z',
      },
    ],
  };
}
