/** Languages the built-in templates are written in. */
export const catalogLocales = ['en', 'es', 'pt-BR'] as const;
export type CatalogLocale = (typeof catalogLocales)[number];

export interface CatalogTexts {
  /** Locale in which dates and numbers print. */
  printed: string;
  completion: { name: string; tags: string[]; statement: string; course: string; hours: string };
  shortCourse: {
    name: string;
    tags: string[];
    title: string;
    statement: string;
    course: string;
    hours: string;
  };
  attendance: {
    name: string;
    tags: string[];
    title: string;
    opening: string;
    statement: string;
    course: string;
    hours: string;
    issued: string;
  };
  diploma: {
    name: string;
    tags: string[];
    title: string;
    opening: string;
    statement: string;
    course: string;
    hours: string;
  };
  mention: { name: string; tags: string[]; title: string; statement: string };
  /** Labels of the values that are asked for once per batch. */
  courseLabel: string;
  hoursLabel: string;
  span: string;
  score: string;
  grade: string;
  director: string;
  coordinator: string;
  registrar: string;
  jury: string;
}

export const catalogTexts: Record<CatalogLocale, CatalogTexts> = {
  en: {
    printed: 'en-GB',
    completion: {
      name: 'Certificate of completion',
      tags: ['course', 'landscape'],
      statement: 'has completed, to the full satisfaction of the examiners, the course',
      course: 'Hospital Pharmacy: Dispensing and Stewardship',
      hours: '120 hours',
    },
    shortCourse: {
      name: 'Short course',
      tags: ['course', 'landscape'],
      title: 'Short course certificate',
      statement: 'completed the short course',
      course: 'Nursing Care in the Emergency Room',
      hours: '40 hours',
    },
    attendance: {
      name: 'Attendance',
      tags: ['attendance', 'landscape'],
      title: 'Attendance',
      opening: 'This is to say that',
      statement: 'was present at the seminar',
      course: 'Stewardship of Antibiotics in Small Hospitals',
      hours: 'eight hours',
      issued: 'Issued on {{certificate.issuedAt}}',
    },
    diploma: {
      name: 'Diploma, upright',
      tags: ['diploma', 'portrait'],
      title: 'Diploma',
      opening: 'is conferred upon',
      statement: 'who completed the diploma course in',
      course: 'Public Management',
      hours: '480 hours',
    },
    mention: {
      name: 'Honourable mention',
      tags: ['award', 'landscape'],
      title: 'Honourable mention',
      statement: 'for outstanding work throughout the course',
    },
    courseLabel: 'Course',
    hoursLabel: 'Duration',
    span: 'from {{student.startDate}} to {{student.endDate}}',
    score: 'Final score {{student.scoreNumeric}} out of 10',
    grade: 'Grade {{student.grade}}',
    director: 'Director of Studies',
    coordinator: 'Coordinator',
    registrar: 'Registrar',
    jury: 'Jury',
  },
  es: {
    printed: 'es',
    completion: {
      name: 'Certificado de finalización',
      tags: ['curso', 'horizontal'],
      statement: 'ha concluido, a entera satisfacción de los examinadores, el curso',
      course: 'Farmacia Hospitalaria: Dispensación y Uso Racional',
      hours: '120 horas',
    },
    shortCourse: {
      name: 'Curso corto',
      tags: ['curso', 'horizontal'],
      title: 'Certificado de curso corto',
      statement: 'concluyó el curso corto',
      course: 'Cuidados de Enfermería en Urgencias',
      hours: '40 horas',
    },
    attendance: {
      name: 'Asistencia',
      tags: ['asistencia', 'horizontal'],
      title: 'Asistencia',
      opening: 'Por la presente se hace constar que',
      statement: 'estuvo presente en el seminario',
      course: 'Uso Racional de Antibióticos en Hospitales Pequeños',
      hours: 'ocho horas',
      issued: 'Emitido el {{certificate.issuedAt}}',
    },
    diploma: {
      name: 'Diploma vertical',
      tags: ['diploma', 'vertical'],
      title: 'Diploma',
      opening: 'se otorga a',
      statement: 'por haber concluido el diplomado en',
      course: 'Gestión Pública',
      hours: '480 horas',
    },
    mention: {
      name: 'Mención honrosa',
      tags: ['premio', 'horizontal'],
      title: 'Mención honrosa',
      statement: 'por su trabajo sobresaliente a lo largo del curso',
    },
    courseLabel: 'Curso',
    hoursLabel: 'Duración',
    span: 'del {{student.startDate}} al {{student.endDate}}',
    score: 'Nota final {{student.scoreNumeric}} sobre 10',
    grade: 'Calificación {{student.grade}}',
    director: 'Dirección de Estudios',
    coordinator: 'Coordinación',
    registrar: 'Secretaría Académica',
    jury: 'Jurado',
  },
  'pt-BR': {
    printed: 'pt-BR',
    completion: {
      name: 'Certificado de conclusão',
      tags: ['curso', 'paisagem'],
      statement: 'concluiu, com plena aprovação dos examinadores, o curso',
      course: 'Farmácia Hospitalar: Dispensação e Uso Racional',
      hours: '120 horas',
    },
    shortCourse: {
      name: 'Curso de curta duração',
      tags: ['curso', 'paisagem'],
      title: 'Certificado de curso de curta duração',
      statement: 'concluiu o curso de curta duração',
      course: 'Cuidados de Enfermagem na Emergência',
      hours: '40 horas',
    },
    attendance: {
      name: 'Participação',
      tags: ['participação', 'paisagem'],
      title: 'Participação',
      opening: 'Certificamos que',
      statement: 'esteve presente no seminário',
      course: 'Uso Racional de Antibióticos em Pequenos Hospitais',
      hours: 'oito horas',
      issued: 'Emitido em {{certificate.issuedAt}}',
    },
    diploma: {
      name: 'Diploma vertical',
      tags: ['diploma', 'retrato'],
      title: 'Diploma',
      opening: 'é conferido a',
      statement: 'por ter concluído o curso de especialização em',
      course: 'Gestão Pública',
      hours: '480 horas',
    },
    mention: {
      name: 'Menção honrosa',
      tags: ['prêmio', 'paisagem'],
      title: 'Menção honrosa',
      statement: 'pelo trabalho de destaque ao longo do curso',
    },
    courseLabel: 'Curso',
    hoursLabel: 'Carga horária',
    span: 'de {{student.startDate}} a {{student.endDate}}',
    score: 'Nota final {{student.scoreNumeric}} de 10',
    grade: 'Conceito {{student.grade}}',
    director: 'Direção de Ensino',
    coordinator: 'Coordenação',
    registrar: 'Secretaria Acadêmica',
    jury: 'Comissão julgadora',
  },
};
