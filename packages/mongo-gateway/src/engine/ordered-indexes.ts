import type pg from 'pg';

/** DocumentDB's index access method that supports ordered scans, by its name in the settings. */
export const ORDERED_METHOD = 'extended_rum';

/**
 * Rebuilds indexes of an older gateway, whose access method sorts only after it has read every match, with the method
 * that supports ordered scans. Indexes of unique constraints are kept, because they are only used for single keys.
 */
const REBUILD_INDEXES = `
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

/**
 * Creates the access method's extension and rebuilds the indexes of an older data folder: all of them or, on failure,
 * none.
 */
export async function prepareOrderedIndexes(client: pg.Client): Promise<void> {
  await client.query('CREATE EXTENSION IF NOT EXISTS documentdb_extended_rum CASCADE');
  await client.query(REBUILD_INDEXES);
}
