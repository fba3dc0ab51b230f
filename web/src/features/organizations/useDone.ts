import { useQueryClient } from '@tanstack/react-query';
import { toast } from '../../ui/toast/queue.ts';

/** What follows an act on an organization: the lists are read anew, a toast says it, the dialog closes. */
export function useDone(onClose: () => void): (title: string) => void {
  const queries = useQueryClient();
  return (title) => {
    void queries.invalidateQueries({ queryKey: ['organizations'] });
    toast({ tone: 'ok', title });
    onClose();
  };
}
