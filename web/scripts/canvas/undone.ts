/** What undoing and redoing one command of the registry did. */
export interface Undone {
  id: string;
  changesTemplate: boolean;
  /** Whether the command changed the template, and whether its page looks otherwise. */
  changed: boolean;
  isSeen: boolean;
  /** Whether template and picture are as before, and then again as they were after the command. */
  undone: boolean;
  redone: boolean;
}
