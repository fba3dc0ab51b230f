import type { Query } from './database.ts';

/**
 * DocumentDB's unique index omits the elements of an array after one that occurs twice in it. So every unique index
 * gets a check constraint that refuses such a document; the constraint's name contains that of the index.
 */
const PREFIX = 'sello_';

const REPEATED_ELEMENT =
  'a unique index over an array that holds an element twice is not supported by this database';

/**
 * `distinct_terms` gets the terms that DocumentDB derives from a document for a unique index, per path. Without arrays
 * there are as many terms as paths, which is a fast comparison of two numbers.
 */
export const GUARD_SCHEMA = `
  CREATE OR REPLACE FUNCTION sello_gateway.distinct_terms(terms documentdb_core.bson) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $body$
  BEGIN
    IF documentdb_core.bson_get_value_text(terms, '$numTerms')
       = documentdb_core.bson_get_value_text(terms, '$numPaths') THEN RETURN true; END IF;
    IF documentdb_core.bson_get_value_text(documentdb_api_catalog.bson_expression_get(terms, '{"r":
      {"$allElementsTrue": [{"$map": {"input": {"$objectToArray": "$$ROOT"}, "in": {"$or": [
        {"$not": [{"$isArray": "$$this.v"}]},
        {"$eq": [{"$size": "$$this.v"}, {"$size": {"$setUnion": ["$$this.v"]}}]}]}}}]}}'::documentdb_core.bson, true),
      'r') = 'true' THEN RETURN true; END IF;
    -- Raised rather than returned: DocumentDB reports a check that fails as a duplicate key.
    RAISE EXCEPTION USING ERRCODE = 'M000U', MESSAGE = '${REPEATED_ELEMENT}';
  END $body$;

  CREATE OR REPLACE FUNCTION sello_gateway.guard_unique_indexes(check_present boolean) RETURNS void
  LANGUAGE plpgsql AS $body$
  DECLARE guard record;
  BEGIN
    FOR guard IN
      SELECT c.conrelid::regclass AS relation, '${PREFIX}' || c.conname AS name,
        pg_get_indexdef(i.indexrelid, 2, true) AS terms, pg_get_expr(i.indpred, i.indrelid) AS predicate
      FROM pg_constraint c JOIN pg_index i ON i.indexrelid = c.conindid
      WHERE c.contype = 'x' AND c.conname LIKE 'documents_rum_index_%'
        AND pg_get_indexdef(i.indexrelid, 2, true) LIKE '%generate_unique_shard_document(%'
        AND NOT EXISTS (SELECT FROM pg_constraint g WHERE g.conrelid = c.conrelid AND g.conname = '${PREFIX}' || c.conname)
    LOOP
      EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I CHECK (%s sello_gateway.distinct_terms(%s)) %s', guard.relation,
        guard.name, CASE WHEN guard.predicate IS NULL THEN '' ELSE format('(%s) IS NOT TRUE OR', guard.predicate) END,
        guard.terms, CASE WHEN check_present THEN '' ELSE 'NOT VALID' END);
    END LOOP;
    FOR guard IN
      SELECT g.conrelid::regclass AS relation, g.conname AS name FROM pg_constraint g
      WHERE g.contype = 'c' AND g.conname LIKE '${PREFIX}documents_rum_index_%'
        AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conrelid = g.conrelid AND '${PREFIX}' || c.conname = g.conname)
    LOOP
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', guard.relation, guard.name);
    END LOOP;
  END $body$;`;

/** Adds the missing check constraints of unique indexes and removes those of dropped indexes. */
export async function guardUniqueIndexes(query: Query, checkPresent: boolean): Promise<void> {
  await query('SELECT sello_gateway.guard_unique_indexes($1::boolean)', [checkPresent ? 'true' : 'false']);
}
