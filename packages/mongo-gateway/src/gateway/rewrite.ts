// Rewrites stages that DocumentDB executes differently from MongoDB into equivalent ones with MongoDB's result.
import { serialize } from 'bson';
import { arrayOf, documentOf, type Element, elementsOf, TYPE, textOf } from './elements.ts';

const WORDS = ['$count', '$group', '$addToSet'];
/** Stages whose `output` holds accumulators. */
const WITH_OUTPUT = new Set(['$bucket', '$bucketAuto', '$setWindowFields']);

/** A pipeline for which DocumentDB gives MongoDB's result; the same bytes when nothing has to change. */
export function rewritePipeline(pipeline: Buffer): Buffer {
  if (!WORDS.some((word) => pipeline.includes(word))) return pipeline;
  const stages = elementsOf(pipeline);
  // An invalid pipeline is passed on; DocumentDB reports the error.
  if (stages.some(({ type }) => type !== TYPE.document)) return pipeline;
  return arrayOf(stages.flatMap(({ value }) => rewriteStage(value)));
}

function rewriteStage(stage: Buffer): Buffer[] {
  const elements = elementsOf(stage);
  const [operator] = elements;
  if (!operator || elements.length !== 1) return [stage];
  const { name } = operator;
  if (name === '$count') return countStages(stage, textOf(operator));
  if (operator.type !== TYPE.document) return [stage];
  const rewrite = (each: (field: Element) => Element): Buffer[] => [
    documentOf([{ ...operator, value: documentOf(elementsOf(operator.value).map(each)) }]),
  ];
  if (name === '$group')
    return rewrite((field) => (field.name === '_id' ? groupKey(field) : accumulator(field)));
  if (name === '$facet') return rewrite(pipelineIn);
  if (name === '$lookup' || name === '$unionWith')
    return rewrite((field) => (field.name === 'pipeline' ? pipelineIn(field) : field));
  if (WITH_OUTPUT.has(name)) {
    return rewrite((field) =>
      field.name === 'output' && field.type === TYPE.document
        ? { ...field, value: documentOf(elementsOf(field.value).map(accumulator)) }
        : field,
    );
  }
  return [stage];
}

function pipelineIn(field: Element): Element {
  return field.type === TYPE.array ? { ...field, value: rewritePipeline(field.value) } : field;
}

/** `$count` over no documents returns no document. Written as the stages that MongoDB defines it as. */
function countStages(stage: Buffer, name: string | null): Buffer[] {
  if (!name || name === '_id' || name.startsWith('$') || /[.\0]/.test(name)) return [stage];
  return [
    Buffer.from(serialize({ $group: { _id: null, [name]: { $sum: 1 } } })),
    Buffer.from(serialize({ $project: { _id: 0 } })),
  ];
}

/**
 * A missing field is omitted from a key of several fields, instead of being null in it; a computed key that is missing
 * is null.
 */
function groupKey(field: Element): Element {
  if (field.type !== TYPE.document) return field;
  const [first] = elementsOf(field.value);
  if (!first) return field;
  if (first.name.startsWith('$')) {
    const choices = documentOf([
      { type: TYPE.document, name: '0', value: field.value },
      { type: TYPE.null, name: '1', value: Buffer.alloc(0) },
    ]);
    return { ...field, value: documentOf([{ type: TYPE.array, name: '$ifNull', value: choices }]) };
  }
  const merged = documentOf([{ type: TYPE.array, name: '$mergeObjects', value: arrayOf([field.value]) }]);
  return { ...field, value: merged };
}

/** `$addToSet` does not add a missing field, instead of adding null. */
function accumulator(field: Element): Element {
  if (field.type !== TYPE.document) return field;
  const value = elementsOf(field.value).map((part) => {
    const path = part.name === '$addToSet' ? textOf(part) : null;
    if (!path?.startsWith('$')) return part;
    const isMissing = { $eq: [{ $type: path }, 'missing'] };
    const present = serialize({ $cond: [isMissing, '$$REMOVE', path] });
    return { type: TYPE.document, name: part.name, value: Buffer.from(present) };
  });
  return { ...field, value: documentOf(value) };
}
