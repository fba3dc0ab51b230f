import {
  assetEntity,
  auditEntity,
  batchEntity,
  batchItemEntity,
  catalogEntity,
  certificateEntity,
  deliveryEntity,
  dkimKeyEntity,
  domainAnswersEntity,
  domainEntity,
  type Entity,
  erasedCertificateEntity,
  erasureEntity,
  fontEntity,
  hostRemovalEntity,
  inviteEntity,
  mailAccountEntity,
  memberEntity,
  mistakeReportEntity,
  type RowOf,
  reportEntity,
  signingCertificateEntity,
  studentEntity,
  templateEntity,
  templateRevisionEntity,
  tenantEntity,
  timestampAuthorityEntity,
  trashedStudentEntity,
  userEntity,
} from '@sello/contracts';
import type { Connection, Schema } from 'mongoose';
import { upkeepMarkEntity } from '../consistency/entity.ts';
import { idempotencyEntity } from '../idempotency/entity.ts';
import { installationEntity } from '../installation/entity.ts';
import { lockEntity } from '../locks/entity.ts';
import { sessionEntity } from '../sessions/entity.ts';
import { schemaOf } from './schema-of.ts';
import { openTable, type Table } from './table.ts';

/** The entity of every collection. */
const entities = [
  userEntity,
  sessionEntity,
  tenantEntity,
  memberEntity,
  inviteEntity,
  mistakeReportEntity,
  studentEntity,
  trashedStudentEntity,
  templateEntity,
  templateRevisionEntity,
  assetEntity,
  fontEntity,
  catalogEntity,
  signingCertificateEntity,
  certificateEntity,
  batchEntity,
  batchItemEntity,
  deliveryEntity,
  dkimKeyEntity,
  domainEntity,
  domainAnswersEntity,
  hostRemovalEntity,
  erasureEntity,
  erasedCertificateEntity,
  idempotencyEntity,
  auditEntity,
  mailAccountEntity,
  reportEntity,
  installationEntity,
  upkeepMarkEntity,
  timestampAuthorityEntity,
  lockEntity,
] as const;
type Declared = (typeof entities)[number];
export type CollectionName = Declared['collection'];
/** The collections whose documents belong to an organization. */
export type TenantCollection = Extract<Declared, { fields: { tenantId: unknown } }>['collection'];

function byCollection<Value>(of: (entity: Entity) => Value): Record<CollectionName, Value> {
  const entries = entities.map((entity) => {
    const { collection } = entity;
    return [collection, of(entity)];
  });
  return Object.fromEntries(entries) as Record<CollectionName, Value>;
}

export const entityOf = byCollection((entity) => entity);
export const schemas = byCollection<Schema>(schemaOf);

type TableOf<E extends Declared> = RowOf<E> extends infer Row extends { _id: string } ? Table<Row> : never;
export type Tables = { [E in Declared as E['collection']]: TableOf<E> };

export function openTables(connection: Connection): Tables {
  return byCollection((entity) => openTable(connection, entity)) as unknown as Tables;
}
