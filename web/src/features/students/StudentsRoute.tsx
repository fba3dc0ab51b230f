import './students.css';
import { Permitted } from '../../app/guard/Guard.tsx';
import { StudentsScreen } from './StudentsScreen.tsx';

export function StudentsRoute() {
  return (
    <Permitted permission="students.view">
      <StudentsScreen />
    </Permitted>
  );
}
