import { tenantsApi } from '@sello/contracts';
import { ApiProblem } from '@sello/dev-stack';
import type { Attack } from '../attack.ts';

/** What looks like the name of a confirmed organization, or says that somebody confirmed it. */
const alike = [
  // Fillers that show nothing, in place of a space.
  ...['Colegio\u3164Alba', 'Colegio\u115fAlba', 'Colegio\u2800Alba'],
  // Letters of other scripts that look the same: Cyrillic, Greek, Cherokee.
  ...['Соlegio Alba', 'Cοlegio Alba', 'Ꮯolegio Alba', 'Colegio Аlba'],
  ...['Colegio Alba\u0640', 'COLEGIO ALBA', 'Alba Colegio', 'Colegio\u00a0Alba', 'Colegio Alba\u034f'],
  ...['Colegio Alba (verified)', 'Colegio Alba ✓', 'Otra Escuela (verificada)', 'Escola — confirmado'],
];

export const lookAlikes: Attack = {
  name: 'look-alikes',
  title: 'gives no organization a name that looks like a confirmed one, or claims to be one',
  async run({ store, stranger }) {
    const confirmed = await stranger();
    const { tenant } = confirmed;
    await store.tenants.update(tenant, { name: 'Colegio Alba', publicName: 'Colegio Alba' });
    await store.tenants.confirm(tenant, {
      by: confirmed.person.user.id,
      at: new Date(),
      how: 'by telephone',
    });
    const { person } = await stranger();
    let taken = 0;
    for (const name of alike) {
      try {
        await person.call(tenantsApi, 'create', { body: { name } });
        taken++;
      } catch (error) {
        if (!(error instanceof ApiProblem) || ![400, 409].includes(error.status)) throw error;
      }
    }
    await person.call(tenantsApi, 'create', { body: { name: 'Colegio Álamo de Lima' } });
    return { asked: alike.length, taken };
  },
  bounds: { asked: { min: 12 }, taken: { max: 0 } },
};
