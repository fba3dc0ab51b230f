import { runEndSessions } from './end-sessions/command.ts';
import { runCommand } from './operator-command.ts';

// `npm run end-sessions -- ADDRESS | --everybody [--data DIR]`, in the image
// `node services/render-worker/src/end-sessions.ts`: signs a person out everywhere, or all people. Their next call is
// refused, and their sockets are closed within two seconds. A person's organizations read of it in their audit logs.
// Exit code 1 when nobody signed in with the address.
await runCommand(runEndSessions);
