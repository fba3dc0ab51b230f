import type { Apis } from '@sello/contracts';
import type { Endpoint } from '../http/implement.ts';
import { assets } from './assets/index.ts';
import { audit } from './audit/index.ts';
import { batches } from './batches/index.ts';
import { certificates } from './certificates/index.ts';
import { fonts } from './fonts/index.ts';
import { invites } from './invites/index.ts';
import { members } from './members/index.ts';
import { organizations } from './organizations/index.ts';
import { rpc } from './rpc/index.ts';
import { sessions } from './sessions/index.ts';
import { students } from './students/index.ts';
import { templates } from './templates/index.ts';
import { tenants } from './tenants/index.ts';
import { verify } from './verify/index.ts';

const implementations = {
  assets,
  audit,
  batches,
  certificates,
  fonts,
  invites,
  members,
  organizations,
  rpc,
  sessions,
  students,
  templates,
  tenants,
  verify,
} satisfies Record<keyof Apis, Endpoint[]>;

/** Every call of every resource with its handler. */
export const endpoints: Endpoint[] = Object.values(implementations).flat();
