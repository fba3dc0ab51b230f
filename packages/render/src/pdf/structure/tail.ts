import { type NodeObject, nodeObjects, numberNodes, ownerReferences } from './objects.ts';
import type { StructurePlan } from './plan.ts';
import type { StructureNode, Tagger } from './tagger.ts';

/** A form of the tail with marked content. */
export interface MarkedForm {
  key: number;
  owners: readonly StructureNode[];
}

interface TailStructure {
  tagger: Tagger;
  formOwners: readonly MarkedForm[];
  /** The signature field: the number of its widget, the widget's parent tree key and the number of its Form element. */
  field: { widget: number; key: number; element: number } | null;
  /** The first free object number. */
  next: number;
}

/**
 * The variable part of the structure tree (ISO 32000-1, 14.7): its root with the parent tree, the Document element and
 * the variable elements. Elements refer to each other by number, so most of the tree stays in the prefix.
 */
export function* tailStructure(
  plan: StructurePlan,
  { tagger, formOwners, field, next }: TailStructure,
): Generator<NodeObject> {
  const { objects, pages } = plan;
  numberNodes(tagger.nodes, next);
  const bySource = new Map<string, string>();
  for (const { source, number } of tagger.nodes) {
    const before = bySource.get(source);
    bySource.set(source, `${before === undefined ? '' : `${before} `}${number} 0 R`);
  }
  const kids = plan.kids
    .map((kid) => (typeof kid === 'string' ? kid : bySource.get(kid.source)))
    .filter((kid) => kid !== undefined);
  if (field) kids.push(`${field.element} 0 R`);
  yield {
    number: objects.document,
    body: `<</S/Document/P ${objects.root} 0 R/K[${kids.join(' ')}]>>`,
    isDescribed: false,
  };
  const owners = [
    ...plan.owners.map(({ references }, page) => {
      const own = ownerReferences(tagger.pages[page]?.owners ?? []);
      return `${page}[${[references, own].filter((text) => text !== '').join(' ')}]`;
    }),
    ...(plan.formOwners === '' ? [] : [plan.formOwners]),
    ...formOwners.map(({ key, owners: own }) => `${key}[${ownerReferences(own)}]`),
    ...(field ? [`${field.key} ${field.element} 0 R`] : []),
  ];
  yield {
    number: objects.root,
    body: `<</Type/StructTreeRoot/K ${objects.document} 0 R/ParentTree<</Nums[${owners.join(' ')}]>>>>`,
    isDescribed: false,
  };
  if (field) {
    const page = pages[plan.field.page] as number;
    const { language } = plan.texts;
    yield {
      number: field.element,
      body:
        `<</S/Form/P ${objects.document} 0 R${language === null ? '' : `/Lang(${language})`}` +
        `/Pg ${page} 0 R/K<</Type/OBJR/Obj ${field.widget} 0 R>>>>`,
      isDescribed: false,
    };
  }
  yield* nodeObjects(tagger.nodes, objects.document, pages);
}

/** The catalog entries for structure, metadata and output intent. */
export function structureEntries({ objects, catalog }: StructurePlan): string {
  return `/MarkInfo<</Marked true>>/StructTreeRoot ${objects.root} 0 R/Metadata ${objects.metadata} 0 R${catalog}`;
}
