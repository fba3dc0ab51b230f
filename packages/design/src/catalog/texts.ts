/** Languages the built-in templates are written in. */
export const catalogLocales = ['en', 'es', 'pt-BR'] as const;
export type CatalogLocale = (typeof catalogLocales)[number];

export interface CatalogTexts {
  /** Locale in which dates and numbers print. */
  printed: string;
  completion: { name: string; tags: string[]; statement: string; course: string; span: string };
  shortCourse: {
    name: string;
    tags: string[];
    title: string;
    statement: string;
    course: string;
    span: string;
  };
  attendance: {
    name: string;
    tags: string[];
    title: string;
    opening: string;
    statement: string;
    course: string;
    span: string;
  };
  diploma: {
    name: string;
    tags: string[];
    title: string;
    opening: string;
    statement: string;
    course: string;
    span: string;
  };
  mention: { name: string; tags: string[]; title: string; statement: string };
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
      span: '120 hours, from {{student.startDate}} to {{student.endDate}}',
    },
    shortCourse: {
      name: 'Short course',
      tags: ['course', 'landscape'],
      title: 'Short course certificate',
      statement: 'completed the short course',
      course: 'Nursing Care in the Emergency Room',
      span: '40 hours, from {{student.startDate}} to {{student.endDate}}',
    },
    attendance: {
      name: 'Attendance',
      tags: ['attendance', 'landscape'],
      title: 'Attendance',
      opening: 'This is to say that',
      statement: 'was present at the seminar',
      course: 'Stewardship of Antibiotics in Small Hospitals',
      span: '{{student.endDate}}, eight hours',
    },
    diploma: {
      name: 'Diploma, upright',
      tags: ['diploma', 'portrait'],
      title: 'Diploma',
      opening: 'is conferred upon',
      statement: 'who completed the diploma course in',
      course: 'Public Management',
      span: '480 hours, from {{student.startDate}} to {{student.endDate}}',
    },
    mention: {
      name: 'Honourable mention',
      tags: ['award', 'landscape'],
      title: 'Honourable mention',
      statement: 'for outstanding work throughout the course',
    },
    score: 'Final score {{student.scoreNumeric}} out of 10',
    grade: 'Grade {{student.scoreLetter}}',
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
      span: '120 horas, del {{student.startDate}} al {{student.endDate}}',
    },
    shortCourse: {
      name: 'Curso corto',
      tags: ['curso', 'horizontal'],
      title: 'Certificado de curso corto',
      statement: 'concluyó el curso corto',
      course: 'Cuidados de Enfermería en Urgencias',
      span: '40 horas, del {{student.startDate}} al {{student.endDate}}',
    },
    attendance: {
      name: 'Asistencia',
      tags: ['asistencia', 'horizontal'],
      title: 'Asistencia',
      opening: 'Por la presente se hace constar que',
      statement: 'estuvo presente en el seminario',
      course: 'Uso Racional de Antibióticos en Hospitales Pequeños',
      span: '{{student.endDate}}, ocho horas',
    },
    diploma: {
      name: 'Diploma vertical',
      tags: ['diploma', 'vertical'],
      title: 'Diploma',
      opening: 'se otorga a',
      statement: 'por haber concluido el diplomado en',
      course: 'Gestión Pública',
      span: '480 horas, del {{student.startDate}} al {{student.endDate}}',
    },
    mention: {
      name: 'Mención honrosa',
      tags: ['premio', 'horizontal'],
      title: 'Mención honrosa',
      statement: 'por su trabajo sobresaliente a lo largo del curso',
    },
    score: 'Nota final {{student.scoreNumeric}} sobre 10',
    grade: 'Calificación {{student.scoreLetter}}',
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
      span: '120 horas, de {{student.startDate}} a {{student.endDate}}',
    },
    shortCourse: {
      name: 'Curso de curta duração',
      tags: ['curso', 'paisagem'],
      title: 'Certificado de curso de curta duração',
      statement: 'concluiu o curso de curta duração',
      course: 'Cuidados de Enfermagem na Emergência',
      span: '40 horas, de {{student.startDate}} a {{student.endDate}}',
    },
    attendance: {
      name: 'Participação',
      tags: ['participação', 'paisagem'],
      title: 'Participação',
      opening: 'Certificamos que',
      statement: 'esteve presente no seminário',
      course: 'Uso Racional de Antibióticos em Pequenos Hospitais',
      span: '{{student.endDate}}, oito horas',
    },
    diploma: {
      name: 'Diploma vertical',
      tags: ['diploma', 'retrato'],
      title: 'Diploma',
      opening: 'é conferido a',
      statement: 'por ter concluído o curso de especialização em',
      course: 'Gestão Pública',
      span: '480 horas, de {{student.startDate}} a {{student.endDate}}',
    },
    mention: {
      name: 'Menção honrosa',
      tags: ['prêmio', 'paisagem'],
      title: 'Menção honrosa',
      statement: 'pelo trabalho de destaque ao longo do curso',
    },
    score: 'Nota final {{student.scoreNumeric}} de 10',
    grade: 'Conceito {{student.scoreLetter}}',
    director: 'Direção de Ensino',
    coordinator: 'Coordenação',
    registrar: 'Secretaria Acadêmica',
    jury: 'Comissão julgadora',
  },
};
