import {
  type Asset,
  type AssetUse,
  assetsApi,
  studentsApi,
  templatesApi,
  tenantsApi,
} from '@sello/contracts';
import { type ApiClient, ApiProblem, signIn } from '@sello/dev-stack';
import { png } from '../../../services/bff/tests/png.ts';
import type { Attack } from '../attack.ts';

/** Whether a call did what was asked of it; throws for an answer that is no refusal. */
const isDone = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiProblem && error.status >= 400 && error.status < 500) return false;
      throw error;
    },
  );

/** Signatures and photographs of an organization, taken by its designer, and deleted with a student who names them. */
export const borrowedAssets: Attack = {
  name: 'borrowed-assets',
  title:
    'shows a signature and a photograph to those alone who may see them, and deletes neither with somebody else',
  async run({ stack, store, stranger }) {
    const { person: owner, tenant } = await stranger();
    const email = `designer.${tenant}@abuse.example`;
    const designer = await signIn(stack, { email });
    const { id: userId } = designer.user;
    const role = 'template_designer';
    await store.members.add(tenant, { userId, userEmail: email, userName: 'Diego Diseña', role });

    const upload = async (use: AssetUse, salt: number): Promise<string> => {
      const form = new FormData();
      form.set('use', use);
      form.set('image', new Blob([new Uint8Array(png(40, 20, salt))]), 'a.png');
      const headers = { 'x-tenant-id': tenant };
      const answer = await owner.fetch('/api/assets?fn=upload', { method: 'POST', headers, body: form });
      if (answer.status !== 200) throw new Error(`an honest upload got the status ${answer.status}`);
      return ((await answer.json()) as Asset)._id;
    };
    const read = (as: ApiClient, id: string) => as.call(assetsApi, 'file', { tenant, query: { id } });
    const box = { id: 'i', x: 0, y: 0, width: 9, height: 9 };
    const showing = (assetId: string) => ({
      ...{ id: 'p', width: 400, height: 300 },
      elements: [{ ...box, type: 'image' as const, source: { kind: 'asset' as const, assetId } }],
    });
    const save = (as: ApiClient, body: object) =>
      as.call(templatesApi, 'upsert', { tenant, body: { name: 'Mine', pages: [], ...body } as never });

    let asked = 0;
    let taken = 0;
    const attempt = async (call: Promise<unknown>): Promise<void> => {
      asked++;
      if (await isDone(call)) taken++;
    };
    const signature = await upload('signature', 1);
    const photo = await upload('photo', 2);
    for (const id of [signature, photo]) {
      await attempt(read(designer, id));
      // A thumbnail has a public address that never changes; a preview and a template print what they name.
      for (const as of [designer, owner]) {
        await attempt(save(as, { pages: [{ ...showing(id), elements: [] }], thumbnail: id }));
        await attempt(save(as, { pages: [showing(id)] }));
        await attempt(as.call(templatesApi, 'export', { tenant, body: { pages: [showing(id)] } as never }));
      }
    }

    // The same calls with what is theirs to use.
    const [image, thumbnail] = [await upload('image', 3), await upload('thumbnail', 4)];
    const pages = [showing(image)];
    const own = [
      read(designer, image),
      save(designer, { pages: [{ ...showing(image), elements: [] }], thumbnail }),
      save(designer, { pages }),
      designer.call(templatesApi, 'export', { tenant, body: { pages } as never }),
    ];
    const honestDone = (await Promise.all(own.map(isDone))).filter(Boolean).length;

    // Erasing a student deletes their photograph, which nothing else may be.
    const student = { fullName: 'Ana Honrada', custom: {} };
    const signed = {
      query: { tenantId: tenant },
      body: { signatories: [{ name: 'Rosa', role: '', signature }] },
    };
    await attempt(owner.call(studentsApi, 'upsert', { tenant, body: { ...student, photo: signature } }));
    const { _id } = await owner.call(studentsApi, 'upsert', { tenant, body: { ...student, photo } });
    await owner.call(tenantsApi, 'settings-update', signed);
    await owner.call(studentsApi, 'erase', { tenant, body: { id: _id } });
    const isKept =
      (await isDone(read(owner, signature))) &&
      (await isDone(owner.call(tenantsApi, 'settings-update', signed)));
    return { asked, taken, honestDone, signaturesLost: isKept ? 0 : 1 };
  },
  bounds: { asked: { min: 15 }, taken: { max: 0 }, honestDone: { min: 4 }, signaturesLost: { max: 0 } },
};
