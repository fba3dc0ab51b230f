import type { CertificateRecord, TenantRecord } from '@sello/store';
import { expect, it } from 'vitest';
import type { Links } from '../links.ts';
import { maskIdNumber, publicCertificateView } from './public-certificate.ts';

it('masks all but the first and last characters of an id number, and short ones completely', () => {
  expect(maskIdNumber('45871236')).toBe('45••••36');
  expect(maskIdNumber('X123Y')).toBe('X•••Y');
  expect(maskIdNumber('1234')).toBe('••••');
  expect(maskIdNumber('')).toBe('');
});

it('omits the download URL of a missing or lost file and returns its state instead', () => {
  const moment = new Date(0);
  const tenant = { _id: 't', publicName: 'A', createdAt: moment, publicDownload: true } as TenantRecord;
  const shared = { certificate: (id: string) => `/c/${id}`, verify: (id: string) => `/v/${id}` };
  const links = { publicUrl: 'https://sello.example', sharedBy: () => shared } as unknown as Links;
  const view = (fileState?: CertificateRecord['fileState'], publicDownload = true) => {
    const printed = { holder: 'Ana', idNumber: '', country: 'Peru', course: '' };
    const record = { _id: 'C', state: 'valid', issuedAt: moment, printed, ...(fileState && { fileState }) };
    const { downloadUrl, fileState: shown } = publicCertificateView(
      record as CertificateRecord & { state: 'valid' },
      '1970-01-01',
      { ...tenant, publicDownload },
      null,
      null,
      links,
    );
    return { downloadUrl, shown };
  };
  expect(view()).toEqual({ downloadUrl: '/c/C' });
  expect(view('missing')).toEqual({ shown: 'missing' });
  expect(view('lost')).toEqual({ shown: 'lost' });
  expect(view('lost', false)).toEqual({});
});
