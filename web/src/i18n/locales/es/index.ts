import auth from './auth.json';
import batches from './batches.json';
import certificates from './certificates.json';
import common from './common.json';
import countries from './countries.json';
import errors from './errors.json';
import footer from './footer.json';
import header from './header.json';
import landing from './landing.json';
import mailPause from './mailPause.json';
import onboarding from './onboarding.json';
import organizations from './organizations.json';
import settings from './settings.json';
import students from './students.json';
import verify from './verify.json';

/** One file per feature, each under its own name. */
export const texts = {
  auth,
  batches,
  certificates,
  common,
  countries,
  errors,
  footer,
  header,
  landing,
  mailPause,
  onboarding,
  organizations,
  settings,
  students,
  verify,
};
