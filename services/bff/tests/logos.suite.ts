import { openBlobs } from '@sello/blobs';
import { type Asset, assetsApi, type TenantSettings, tenantsApi } from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { AppError } from '@sello/kit';
import { describe, expect, it } from 'vitest';
import { png } from './png.ts';
import type { TestStack } from './stack.ts';

interface Answer extends Asset {
  code: string;
  error: string;
}

export function describeLogos(
  context: () => { stack: TestStack; ana: ApiClient; root: ApiClient; tenant: string },
): void {
  async function upload(
    file: Uint8Array | string,
    given: { as?: ApiClient; app?: string; tenant?: string; shelf?: string } = {},
  ) {
    const { stack, ana, tenant } = context();
    const form = new FormData();
    form.set('use', 'logo');
    if (given.shelf) form.set('shelf', given.shelf);
    form.set('image', new Blob([Buffer.from(file as string, 'latin1')], { type: 'image/png' }), 'crest.png');
    const response = await fetch(`${given.app ?? stack.app}/api/assets?fn=upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await (given.as ?? ana).token()}`,
        'x-tenant-id': given.tenant ?? tenant,
      },
      body: form,
    });
    return { status: response.status, body: (await response.json()) as Answer };
  }
  const save = (logoUrl: string | null, { as, tenant }: { as?: ApiClient; tenant?: string } = {}) => {
    const own = context();
    const query = { tenantId: tenant ?? own.tenant };
    return (as ?? own.ana).call(tenantsApi, 'settings-update', { query, body: { logoUrl } });
  };
  const settings = (): Promise<TenantSettings> => {
    const { ana, tenant } = context();
    return ana.call(tenantsApi, 'settings', { query: { tenantId: tenant } });
  };

  describe('a logo', () => {
    it('has a public name of its own, and is the organization’s once its settings are saved', async () => {
      const { stack, ana, tenant } = context();
      const former = (await settings()).logoUrl;
      const { status, body } = await upload(png(64, 64, 1));
      expect(status).toBe(200);
      expect(body).toMatchObject({ mediaType: 'image/png', width: 64, height: 64, fileName: 'crest.png' });
      const { pathname } = new URL(body.logoUrl!);
      expect(pathname).toMatch(new RegExp(`^/assets/${tenant}/images/logo-\\d{13}\\.png$`));
      expect((await settings()).logoUrl).toBe(former);

      expect(await save(body.logoUrl!)).toMatchObject({ logoUrl: body.logoUrl });
      const response = await fetch(stack.app + pathname);
      expect(response.headers.get('content-type')).toBe('image/png');
      expect(response.headers.get('cache-control')).toMatch(/immutable/);
      expect(Number(response.headers.get('content-length'))).toBe(body.size);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.includes('Ana')).toBe(false);

      // The same picture keeps its name; another has one of its own, and the former stays for sent letters.
      expect((await upload(png(64, 64, 1))).body.logoUrl).toBe(body.logoUrl);
      const [second, third] = await Promise.all([upload(png(64, 64, 2)), upload(png(64, 64, 3))]);
      expect(new Set([body, second.body, third.body].map(({ logoUrl }) => logoUrl)).size).toBe(3);
      await save(second.body.logoUrl!);
      expect((await fetch(stack.app + pathname)).status).toBe(200);
      const { items } = await ana.call(assetsApi, 'list', { tenant, query: {} });
      expect(items.map(({ _id }) => _id)).not.toContain(body._id);
      expect(await save(null)).not.toHaveProperty('logoUrl');

      const logged = (await stack.store.auditLog.list(tenant)).items;
      expect(logged).toContainEqual(expect.objectContaining({ action: 'assets.upload', target: body._id }));
    });

    it('is saved or swept, never both, and has another name when it is uploaded after that', async () => {
      const { stack, tenant } = context();
      const { assets } = stack.store;
      const begin = async ({ _id }: Asset, before = new Date(Date.now() + 60_000)) =>
        (await assets.acrossTenants.beginRemoval([_id], before)).length;
      const saved = (await upload(png(48, 48, 5))).body;
      await save(saved.logoUrl!);
      await save(null);
      // Sent letters show it.
      expect(await begin(saved)).toBe(0);

      const young = (await upload(png(48, 48, 6))).body;
      const renewed = (await upload(png(48, 48, 6))).body;
      expect(renewed.logoUrl).toBe(young.logoUrl);
      expect(await begin(young, new Date(renewed.createdAt))).toBe(0);
      expect(await begin(young)).toBe(1);
      // Its object is about to be deleted, and is there still.
      await expect(save(young.logoUrl!)).rejects.toMatchObject({ code: 'invalid_payload' });
      const again = (await upload(png(48, 48, 6))).body;
      expect(again.logoUrl).not.toBe(young.logoUrl);
      await assets.acrossTenants.endRemoval([young._id]);
      expect(await save(again.logoUrl!)).toMatchObject({ logoUrl: again.logoUrl });
      expect(await assets.get(tenant, young._id)).toBeNull();
      await save(null);
    });

    it('is one of the organization’s own and stored, and nothing else has its address', async () => {
      const { stack, ana, root, tenant } = context();
      const { body } = await upload(png(32, 32, 4));
      const theirs = (await root.call(tenantsApi, 'create', { body: { name: 'Los de al lado' } }))._id;
      const never = body.logoUrl!.replace(/logo-\d+/, 'logo-1');
      for (const logoUrl of [never, `${body.logoUrl}?x`, `https://evil.example${new URL(never).pathname}`]) {
        await expect(save(logoUrl), logoUrl).rejects.toMatchObject({ code: 'invalid_payload' });
      }
      await expect(save(body.logoUrl!, { as: root, tenant: theirs })).rejects.toMatchObject({
        code: 'invalid_payload',
      });
      expect((await fetch(never)).status).toBe(404);
      // Images of designs are under the same folder, and read by members alone.
      const [image] = (await stack.store.assets.list(tenant)).items;
      if (image)
        expect((await fetch(`${stack.app}/${image.key}`)).headers.get('content-type')).toMatch(/html/);
      await expect(upload(png(8, 8), { as: ana, tenant: theirs })).resolves.toMatchObject({
        body: { code: 'not_member' },
      });
    });

    it('is changed by those who may edit the settings alone, also under the name of another use', async () => {
      const { stack, root, tenant } = context();
      const designer = await stack.signIn('logo-designer@example.org');
      const { id: userId, email: userEmail } = designer.user;
      await stack.store.members.add(tenant, { userId, userEmail, userName: 'D', role: 'template_designer' });
      const { status, body } = await upload(png(8, 8, 5), { as: designer });
      expect([status, body.code]).toEqual([403, 'forbidden']);
      expect((await upload(png(8, 8, 5), { as: designer, shelf: 'catalog' })).body.code).toBe('forbidden');
      // A super admin's logo is the organization's, never the catalog's.
      const { body: made } = await upload(png(8, 8, 5), { as: root, shelf: 'catalog' });
      expect(made.logoUrl).toContain(`/assets/${tenant}/images/logo-`);
    });

    it('that is none is refused in words of its own, and leaves nothing behind', async () => {
      const { stack, tenant } = context();
      const blobs = openBlobs({ url: stack.backings.env.BLOBS! });
      const stored = async () => {
        const keys: string[] = [];
        for await (const { key } of blobs.list(`assets/${tenant}/images/`)) keys.push(key);
        return keys.length;
      };
      const before = await stored();
      const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
      const polyglot = Buffer.concat([png(8, 8), Buffer.from('<script>alert(1)</script>')]);
      const answers = await Promise.all([
        upload('Instituto Cordillera'),
        upload(script),
        upload(polyglot),
        upload(png(20_000, 20_000)),
        upload(Buffer.concat([png(8, 8), Buffer.alloc(2 * 1024 * 1024)])),
        upload(png(9, 9).subarray(0, 70)),
        upload(''),
      ]);
      expect(answers.map(({ status, body }) => [status, body.code, body.error])).toEqual([
        [400, 'invalid_image_type', 'A logo must be a PNG, JPEG or WebP image'],
        [400, 'invalid_image_type', 'A logo must be a PNG, JPEG or WebP image'],
        [
          400,
          'invalid_image_type',
          'The file is an image and something else at once (HTML). Save the image again and try the new file.',
        ],
        [400, 'image_sides_long', 'A side of the logo is longer than 4096 pixels'],
        [413, 'image_too_large', 'The logo is larger than 2 MB'],
        [400, 'upload_image_unreadable', 'The image cannot be read: it ends early'],
        [400, 'file_missing', 'Missing file name or file'],
      ]);
      expect(await stored()).toBe(before);
      await blobs.close();
    });

    it('that the object store refuses leaves the old one', async () => {
      const { stack } = context();
      const { body: old } = await upload(png(16, 16, 6));
      await save(old.logoUrl!);
      const blobs = openBlobs({ url: stack.backings.env.BLOBS! });
      const full = { ...blobs, put: () => Promise.reject(new AppError('unavailable')) };
      const { app } = await stack.startBff({ PUBLIC_URL: stack.app }, { blobs: full });
      const { status, body } = await upload(png(16, 16, 7), { app });
      expect([status, body.code]).toEqual([500, 'upload_failed']);
      expect(body.error).toBe('Error uploading file, certificate or template thumbnail');
      expect((await settings()).logoUrl).toBe(old.logoUrl);
      expect((await fetch(old.logoUrl!)).status).toBe(200);
      await blobs.close();
    });
  });

  describe('the settings of an organization', () => {
    /** The body as text, so that it may have keys that an object literal cannot. */
    async function put(body: string) {
      const { ana, tenant } = context();
      const headers = { 'content-type': 'application/json', 'x-tenant-id': tenant };
      const response = await ana.fetch(`/api/tenants?fn=settings&tenantId=${tenant}`, {
        method: 'PUT',
        headers,
        body,
      });
      return { status: response.status, ...((await response.json()) as { code: string; error: string }) };
    }

    it('refuse a blank name by the name of its field', async () => {
      expect(await put('{"name":" "}')).toMatchObject({ status: 400, error: 'Tenant name is required' });
      expect(await put('{"publicName":""}')).toMatchObject({ status: 400, error: 'Public name is required' });
    });

    it('refuse what is no setting in every field, and change nothing', async () => {
      const before = await settings();
      const large = JSON.stringify('x'.repeat(1024 * 1024));
      const wrong = ['{"$ne":1}', '["x"]', '{"__proto__":{"x":1}}', large, '"a\\u0000b"', '"a\\u202eb"', '7'];
      const fields = ['name', 'publicName', 'logoUrl', 'showIdNumber', 'publicDownload'];
      for (const field of [...fields, 'letterReplyTo', 'letterSubjects', 'sealColor', 'signatories']) {
        for (const value of wrong) {
          const { status, code } = await put(`{"${field}":${value}}`);
          expect(status, `${field} ${value.slice(0, 30)}`).toBeGreaterThanOrEqual(400);
          expect(status, `${field} ${value.slice(0, 30)}`).toBeLessThan(500);
          const codes = ['invalid_payload', 'payload_too_large', 'text_unreadable'];
          expect([
            ...codes,
            'reply_address_unknown',
            'letter_subject_invalid',
            'seal_color_invalid',
          ]).toContain(code);
        }
      }
      expect(await put('{"__proto__":{"publicName":"x"}}')).toMatchObject({
        status: 400,
        code: 'invalid_payload',
      });
      expect((await put('{"$set":{"publicName":"x"}}')).status).toBe(200);
      expect(await settings()).toEqual(before);
    });
  });
}
