// Refuses, before they run, commands that DocumentDB accepts without an error but executes differently from MongoDB.
// docs/decisions/mongo-gateway.md has the table of these.

import { splitSequence } from './body.ts';
import { checkDocument } from './bson-check.ts';
import type { Context } from './context.ts';
import { type Element, elementsOf, isNested, someElement, TYPE, textOf } from './elements.ts';
import { CommandError, notSupported } from './errors.ts';
import { refuseUpdate } from './update-refusals.ts';

/** The commands that MongoDB allows inside a transaction. */
const IN_TRANSACTION = new Set(
  `abortTransaction aggregate commitTransaction create createIndexes delete distinct find findAndModify findandmodify
   getMore insert killCursors update`.split(/\s+/),
);
const READ_CONCERNS = new Set(['local', 'available', 'majority', 'linearizable', 'snapshot']);
/** The maximum number of members of a replica set, and so of a write concern. */
const MOST_NODES = 50;
const TRANSACTION_READ_CONCERNS = new Set(['local', 'majority', 'snapshot']);

/** @throws CommandError naming the feature that this database does not support correctly */
export function refuseUnsupported(context: Context): void {
  refuseConcerns(context);
  const { command, body } = context;
  if (body.has('apiVersion') && body.get('apiVersion') !== '1') {
    throw new CommandError('APIVersionError', 'API version must be "1"');
  }
  switch (command) {
    case 'insert':
      refuseInserts(context);
      return;
    case 'find':
      refuseFind(context);
      break;
    case 'update':
      for (const statement of statementsIn(context, 'updates')) refuseUpdateStatement(context, statement);
      break;
    case 'delete':
      for (const statement of statementsIn(context, 'deletes')) refuseHint(statement, 'delete');
      break;
    case 'findAndModify':
    case 'findandmodify':
      refuseUpdate(body.raw('query'), body.raw('update'));
      refuseEmptyTimestamp(context, body.raw('update'));
      break;
    case 'aggregate':
      refuseBackwards(context);
      refuseStages(context);
      break;
    case 'distinct':
      refuseBackwards(context);
      break;
    case 'createIndexes':
      refuseQuorum(context);
      break;
  }
  refuseOperators(context);
}

function refuseConcerns({ command, body, session }: Context): void {
  if (body.has('writeConcern')) {
    const { w } = body.record('writeConcern') as { w?: unknown };
    if ((typeof w === 'number' || typeof w === 'bigint') && (w < 0 || w > MOST_NODES)) {
      const message = `w has to be a non-negative number and not greater than ${MOST_NODES}; found: ${w}`;
      throw new CommandError('FailedToParse', message);
    }
    if ((typeof w === 'number' || typeof w === 'bigint') && w > 1) {
      throw new CommandError(
        'UnsatisfiableWriteConcern',
        `write concern w: ${w} is not supported by this database, which has one node`,
      );
    }
    if ((typeof w === 'string' && w !== 'majority') || (typeof w === 'object' && w !== null)) {
      const name = typeof w === 'string' ? w : JSON.stringify(w);
      throw new CommandError('UnknownReplWriteConcern', `No write concern mode named '${name}' found`);
    }
  }
  const transaction = session?.inTransaction === true;
  if (transaction && !IN_TRANSACTION.has(command)) throw notInTransaction(`'${command}'`);
  if (!body.has('readConcern')) return;
  const { level, atClusterTime } = body.record('readConcern') as { level?: unknown; atClusterTime?: unknown };
  if (level !== undefined && !READ_CONCERNS.has(String(level))) {
    throw new CommandError(
      'FailedToParse',
      `readConcern.level '${String(level)}' is not a read concern level`,
    );
  }
  if (!transaction && (level === 'snapshot' || atClusterTime !== undefined)) {
    throw notSupported('a snapshot read outside a transaction (readConcern snapshot)');
  }
  if (transaction && level !== undefined && !TRANSACTION_READ_CONCERNS.has(String(level))) {
    const message = `The readConcern level '${String(level)}' is not allowed in a transaction`;
    throw new CommandError('InvalidOptions', message);
  }
}

function notInTransaction(what: string): CommandError {
  const message = `Cannot run ${what} in a multi-document transaction.`;
  return new CommandError('OperationNotSupportedInTransaction', message);
}

/** The statements of a write command as bytes, from the body or from a document sequence. */
function statementsIn({ body, sequences }: Context, field: string): Buffer[] {
  const sequence = sequences.get(field);
  if (sequence) return splitSequence(sequence);
  const array = body.raw(field);
  return array ? documentsIn(array) : [];
}

function documentsIn(array: Buffer): Buffer[] {
  return elementsOf(array).flatMap(({ type, value }) => (type === TYPE.document ? [value] : []));
}

const NO_ID = [Buffer.from('\x0a_id\0', 'latin1'), Buffer.from('\x06_id\0', 'latin1')];

function refuseInserts(context: Context): void {
  const bytes = context.sequences.get('documents') ?? context.body.raw('documents');
  if (!bytes) return;
  // DocumentDB replaces a null _id by an ObjectId, and does not fill an empty Timestamp as MongoDB does.
  if (NO_ID.some((field) => bytes.includes(field))) {
    for (const document of statementsIn(context, 'documents')) {
      const id = elementsOf(document).find(({ name }) => name === '_id');
      if (id && (id.type === TYPE.null || id.type === TYPE.undefined)) {
        throw notSupported('inserting a document whose _id is null');
      }
    }
  }
  if (context.emptyTimestamp) throw emptyTimestamp();
}

const emptyTimestamp = () => notSupported('writing an empty Timestamp for the server to fill');

/** A query may contain an empty Timestamp; only what an update writes counts. */
function refuseEmptyTimestamp(context: Context, update: Buffer | null): void {
  if (context.emptyTimestamp && update && checkDocument(update).emptyTimestamp) throw emptyTimestamp();
}

/** DocumentDB ignores the direction of $natural. */
function refuseBackwards({ body, command }: Context): void {
  if (Number(body.record('hint').$natural) < 0)
    throw notSupported(`${command} with the hint { $natural: -1 }`);
}

function refuseQuorum({ body }: Context): void {
  const quorum = body.get('commitQuorum');
  if (Number(quorum) > 1) throw notSupported(`a commitQuorum of ${Number(quorum)} nodes`);
}

function refuseFind(context: Context): void {
  const { body } = context;
  for (const option of ['min', 'max']) {
    if (body.has(option)) throw notSupported(`find with ${option}`);
  }
  if (!body.has('sort')) refuseBackwards(context);
  const projection = body.raw('projection');
  if (projection && elementsOf(projection).length > 0) refuseEmptyProjection(projection);
}

function refuseEmptyProjection(projection: Buffer): void {
  for (const { type, name, value } of elementsOf(projection)) {
    if (type === TYPE.document && elementsOf(value).length === 0) {
      throw new CommandError(
        51270,
        `An empty sub-projection is not a valid value. Found empty object at path ${name}`,
      );
    }
  }
}

function refuseUpdateStatement(context: Context, statement: Buffer): void {
  refuseHint(statement, 'update');
  const elements = elementsOf(statement);
  const field = (wanted: string): Buffer | null => {
    const found = elements.find(({ name }) => name === wanted);
    return found?.type === TYPE.document ? found.value : null;
  };
  refuseUpdate(field('q'), field('u'));
  // Also an update pipeline, which is an array.
  const update = elements.find((element) => element.name === 'u' && isNested(element));
  refuseEmptyTimestamp(context, update?.value ?? null);
}

function refuseHint(statement: Buffer, command: string): void {
  if (!statement.includes('hint\0')) return;
  if (elementsOf(statement).some(({ name }) => name === 'hint')) throw notSupported(`${command} with hint`);
}

function refuseStages({ body, session }: Context): void {
  const pipeline = body.raw('pipeline');
  if (!pipeline) return;
  for (const stage of documentsIn(pipeline)) {
    const [operator] = elementsOf(stage);
    if (session?.inTransaction && (operator?.name === '$out' || operator?.name === '$merge')) {
      throw notInTransaction(`the stage ${operator.name}`);
    }
    if (operator?.name === '$project' && operator.type === TYPE.document)
      refuseEmptyProjection(operator.value);
  }
}

const COMPARISONS = new Set(['$gt', '$gte', '$lt', '$lte']);
/** Operators that may be unsupported: a fast search before the thorough one. */
const WORDS = ['$dateTrunc', '$text', '$meta', ...COMPARISONS].map((word) => Buffer.from(`${word}\0`));
/** Units that DocumentDB truncates correctly. */
const TRUNC_UNITS = new Set(['hour', 'minute', 'second', 'millisecond']);

/** Refuses operators that are executed wrongly anywhere: in queries, pipelines, projections and updates. */
function refuseOperators({ body, sequences }: Context): void {
  const documents = [body.bytes, ...[...sequences.values()].flatMap(splitSequence)];
  for (const document of documents) {
    if (WORDS.some((word) => document.includes(word))) refuseOperatorsIn(document, '');
  }
}

function refuseOperatorsIn(document: Buffer, path: string): void {
  for (const element of elementsOf(document)) {
    const { type, name, value } = element;
    if (COMPARISONS.has(name) && path !== '_id' && comparesKeys(element)) {
      throw notSupported(`${name} with MinKey or MaxKey, which would leave out missing fields,`);
    }
    if (name === '$meta' && textOf(element) === 'textScore') throw notSupported('the textScore of $meta');
    if (type === TYPE.document && name === '$dateTrunc') refuseTrunc(value);
    if (type === TYPE.document && name === '$text') refuseText(value);
    if (type === TYPE.document || type === TYPE.array) refuseOperatorsIn(value, name);
  }
}

const isKey = ({ type }: Element): boolean => type === TYPE.minKey || type === TYPE.maxKey;

/** Whether a comparison has MinKey or MaxKey as its value (query) or as one of its two operands (expression). */
function comparesKeys(comparison: Element): boolean {
  return isKey(comparison) || (comparison.type === TYPE.array && elementsOf(comparison.value).some(isKey));
}

function refuseTrunc(options: Buffer): void {
  const unit = elementsOf(options).find(({ name }) => name === 'unit');
  const text = unit && textOf(unit);
  if (!text || !TRUNC_UNITS.has(text))
    throw notSupported(`$dateTrunc with the unit ${text ?? 'of an expression'}`);
}

function refuseText(options: Buffer): void {
  const isSensitive = ({ name, value }: { name: string; value: Buffer }): boolean =>
    name === '$diacriticSensitive' && value[0] === 1;
  if (!someElement(options, isSensitive)) throw notSupported('$text without $diacriticSensitive: true');
}
