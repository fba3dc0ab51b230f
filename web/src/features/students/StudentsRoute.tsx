import './students.css';
import { Guard } from '../../app/guard/Guard.tsx';
import { StudentsScreen } from './StudentsScreen.tsx';

export function StudentsRoute() {
  return (
    <Guard permission="students.view">
      <StudentsScreen />
    </Guard>
  );
}
