import { initialOf } from '@sello/contracts';

/** The logo of an organization, or the first letter of its public name. Its name stands beside it. */
export function Mark({
  publicName,
  logoUrl,
  size,
}: {
  publicName: string;
  logoUrl?: string | undefined;
  /** In px. */
  size: number;
}) {
  if (logoUrl) return <img className="mark-logo" src={logoUrl} alt="" width={size} height={size} />;
  return (
    <span
      className="mono-init"
      style={{ width: size, height: size, fontSize: size * 0.58 }}
      aria-hidden="true"
    >
      {initialOf(publicName)}
    </span>
  );
}
