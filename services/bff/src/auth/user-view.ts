import type { TokenGrants } from '@sello/contracts';
import type { UserRecord } from '@sello/store';

/** The user in the format of the browser's auth client. It contains no token of the identity provider. */
export function userView(user: UserRecord, grants: TokenGrants) {
  const profile = {
    email: user.email,
    email_verified: user.emailVerified,
    full_name: user.name,
    name: user.name,
    ...(user.pictureUrl === undefined ? {} : { avatar_url: user.pictureUrl }),
  };
  const created = user.createdAt.toISOString();
  const signedIn = user.lastSignInAt.toISOString();
  return {
    id: user._id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    app_metadata: { provider: 'oidc', providers: ['oidc'], ...grants },
    user_metadata: profile,
    identities: [
      {
        id: user.subject,
        identity_id: user._id,
        user_id: user._id,
        provider: 'oidc',
        identity_data: { ...profile, sub: user.subject, iss: user.issuer },
        created_at: created,
        updated_at: signedIn,
        last_sign_in_at: signedIn,
      },
    ],
    created_at: created,
    updated_at: signedIn,
    last_sign_in_at: signedIn,
  };
}
