import type { BuiltIn } from '../built-in.ts';
import { academicTranscript } from './academic-transcript.ts';
import { conferenceSpeaker } from './conference-speaker.ts';
import { courseWithProgramme } from './course-with-programme.ts';
import { hackathonAward } from './hackathon-award.ts';
import { languageLevel } from './language-level.ts';
import { membership } from './membership.ts';
import { professionalLicence } from './professional-licence.ts';
import { recognition } from './recognition.ts';
import { safetyTraining } from './safety-training.ts';
import { universityDiploma } from './university-diploma.ts';
import { volunteerHours } from './volunteer-hours.ts';

export const builtIns: readonly BuiltIn[] = [
  universityDiploma,
  courseWithProgramme,
  languageLevel,
  safetyTraining,
  volunteerHours,
  professionalLicence,
  academicTranscript,
  membership,
  conferenceSpeaker,
  hackathonAward,
  recognition,
];
