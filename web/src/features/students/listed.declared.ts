import { formFields, studentEntity } from '@sello/contracts';
import { type SortField, sortable } from './sortable.declared.ts';

/** The fields shown in the list, from the student's declaration, in the order of the form. */
export const listed = formFields(studentEntity).flatMap(({ name, field, fact: { control } }) => {
  const { column } = field.facts;
  if (column === undefined) return [];
  const { width, from = 'wide', phone, isOneLine } = column;
  const sort: SortField | undefined = sortable.find((one) => one === name);
  const className = [
    `c-${name} from-${from}`,
    phone ? `phone-${phone}` : 'no-phone',
    ...(phone === 'lead' ? ['name'] : []),
    ...(isOneLine ? ['nowrap'] : []),
  ];
  return [{ name, control, width, isLead: phone === 'lead', className: className.join(' '), sort }];
});
export type Listed = (typeof listed)[number];
