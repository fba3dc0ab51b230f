import { Icon } from '../../ui/icon/Icon.tsx';

/** Tags as buttons, each of which adds one. */
export function TagChoices({
  label,
  tags,
  onChoose,
}: {
  label: string;
  tags: readonly string[];
  onChoose: (tag: string) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset stands for fields of a form.
    <div className="tag-choices" role="group" aria-label={label}>
      {tags.map((tag) => (
        <button key={tag} type="button" onClick={() => onChoose(tag)}>
          <Icon name="plus" />
          <bdi>{tag}</bdi>
        </button>
      ))}
    </div>
  );
}
