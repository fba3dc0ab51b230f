import type pg from 'pg';

/** DocumentDB's access method whose indexes are read in their order, by the name that its settings know it under. */
export const ORDERED_METHOD = 'extended_rum';

/**
 * Indexes of before, whose method answers a sort only by reading and sorting all that matches: each is made again with
 * the method that is read in order. Those behind unique constraints stay, since they are asked for one key at a time.
 */
const REMAKE = `
  DO $body$
  DECLARE old record;
  BEGIN
    FOR old IN
      SELECT index.oid::regclass AS name, pg_get_indexdef(index.oid) AS definition
      FROM pg_index i
        JOIN pg_class index ON index.oid = i.indexrelid
        JOIN pg_am method ON method.oid = index.relam
        JOIN pg_opclass keys ON keys.oid = i.indclass[0]
      WHERE method.amname = 'documentdb_rum' AND keys.opcname = 'bson_rum_composite_path_ops' AND i.indnatts = 1
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = index.oid)
    LOOP
      EXECUTE format('DROP INDEX %s', old.name);
      EXECUTE replace(replace(old.definition, ' USING documentdb_rum (', ' USING documentdb_extended_rum ('),
        ' documentdb_api_internal.bson_rum_composite_path_ops ',
        ' documentdb_extended_rum_catalog.bson_extended_rum_composite_path_ops ');
    END LOOP;
  END $body$`;

/** Brings the method into the database, and the indexes of an older data folder to it: all of them or, when it fails, none. */
export async function prepareOrderedIndexes(client: pg.Client): Promise<void> {
  await client.query('CREATE EXTENSION IF NOT EXISTS documentdb_extended_rum CASCADE');
  await client.query(REMAKE);
}
