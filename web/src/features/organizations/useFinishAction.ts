import { useQueryClient } from '@tanstack/react-query';
import { toast } from '../../ui/toast/queue.ts';

/** After an action on an organization: refetches the lists, shows a toast, closes the dialog. */
export function useFinishAction(onClose: () => void): (title: string) => void {
  const queries = useQueryClient();
  return (title) => {
    void queries.invalidateQueries({ queryKey: ['organizations'] });
    toast({ tone: 'ok', title });
    onClose();
  };
}
