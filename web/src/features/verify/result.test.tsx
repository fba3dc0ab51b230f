import type { PublicCertificate } from '@sello/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '../../app/routes/table.ts';
import { needTexts, startTexts } from '../../i18n/index.ts';
import { RoutesContext } from '../../tenancy/routes.ts';
import { StaticNavigation } from '../../ui/link/navigation.fixture.tsx';
import { Erased } from './Erased.tsx';
import { Result } from './Result.tsx';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await startTexts();
  await needTexts(routes.verify.texts);
});
afterAll(() => vi.unstubAllGlobals());

const certId = '7K3M9QXT2VHBC0RD8WJN5PZE4F';
function buildCertificate(
  kind: PublicCertificate['issuer']['identity']['kind'],
  more: Partial<PublicCertificate> = {},
): PublicCertificate {
  return {
    ...{ certId, hash: 'a'.repeat(64), state: 'valid', issuedAt: '2026-11-14T15:00:00Z', holder: 'Ana' },
    issuedOn: '2026-11-14',
    ...{ country: 'Peru', idNumber: '', idNumberMasked: false, size: 1, signed: true },
    issuer: { name: 'معهد الجبال', identity: { kind }, createdAt: '2026-01-01T00:00:00Z' },
    verifyUrl: `https://sello.example/verify/${certId}`,
    ...more,
  };
}

/** The page as static HTML. */
const draw = (certificate: PublicCertificate): string =>
  renderToStaticMarkup(
    <StaticNavigation>
      <RoutesContext value={routes}>
        <Result answer={{ certificate }} checkedAt={0} onStale={() => undefined} />
      </RoutesContext>
    </StaticNavigation>,
  );
const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)![1]!;
/** The facts in order, by label. */
const factsOf = (html: string) =>
  /<ul class="verdicts">(.*?)<\/ul>/s
    .exec(html)![1]!
    .split('<li')
    .slice(1)
    .map((fact) => /class="label">(\w+)/.exec(fact)![1]);

describe('the page of a certificate', () => {
  it('shows the issuer first, or right after a status that is not good', () => {
    for (const kind of ['operator', 'domain', 'unproven'] as const) {
      expect(factsOf(draw(buildCertificate(kind)))[0]).toBe('Issuer');
      for (const state of ['revoked', 'replaced'] as const) {
        expect(factsOf(draw(buildCertificate(kind, { state }))).slice(0, 2)).toEqual(['Status', 'Issuer']);
      }
    }
  });

  it('marks a proved issuer with its logo, or with the first letter of its public name', () => {
    const plain = buildCertificate('domain');
    expect(draw(plain)).toMatch(/<span class="mono-init"[^>]*>م<\/span>/);
    const logoUrl = 'https://sello.example/assets/logo.png';
    const own = draw({ ...plain, issuer: { ...plain.issuer, logoUrl } });
    expect(own).toContain(`src="${logoUrl}"`);
    expect(own).not.toContain('mono-init');
  });

  it('does not call a certificate of an unproven issuer valid', () => {
    expect(headingOf(draw(buildCertificate('operator')))).toMatch(/This certificate is.*valid/);
    const heading = headingOf(draw(buildCertificate('unproven')));
    expect(heading).toContain('Who issued it is not proven');
    expect(heading).not.toContain('valid');
  });

  it('isolates the direction of a name from the sentence around it', () => {
    const html = draw(buildCertificate('operator'));
    const name = buildCertificate('operator').issuer.name;
    const bare = html.replaceAll(new RegExp(`<bdi[^>]*>${name}</bdi>|\u2068${name}\u2069`, 'g'), '');
    expect(bare).not.toBe(html);
    expect(bare).not.toContain(name);
  });
});

describe('the page of an erased certificate', () => {
  const { issuer, hash, issuedAt, issuedOn, verifyUrl } = buildCertificate('domain');
  const dates = { issuedAt, issuedOn, erasedAt: '2026-11-20T15:04:00Z' };
  const drawErased = (more: object = {}): string =>
    renderToStaticMarkup(
      <StaticNavigation>
        <RoutesContext value={routes}>
          <Erased erased={{ certId, hash, issuer, verifyUrl, state: 'erased', ...dates, ...more }} />
        </RoutesContext>
      </StaticNavigation>,
    );

  it('says that it was erased at the holder’s request, with both dates, and of the file only that it is gone', () => {
    const html = drawErased();
    expect(headingOf(html)).toMatch(/This certificate was.*erased at the holder’s request/);
    expect(html).toContain('issued on 14 November 2026 and erased on 20 November 2026');
    expect(factsOf(html)).toEqual(['Status', 'Issuer', 'Record', 'File', 'Signature']);
    expect(html).not.toContain('>valid<');
    expect(html).toContain('<span>aaaa</span>');
  });

  it('keeps a revocation', () => {
    expect(drawErased({ revokedAt: '2026-11-18T10:00:00Z' })).toContain(
      'revoked before, on 18 November 2026',
    );
  });
});
