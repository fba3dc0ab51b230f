import { defineWithArgs, inGesture } from '../command.ts';
import type { EditorState } from '../state.ts';
import { type DeclaredVariable, scopeOf, withRenamedVariable } from '../variables.ts';

const withVariables = (state: EditorState, variables: DeclaredVariable[]): EditorState => ({
  ...state,
  design: { ...state.design, variables },
});

/** A name, with the properties that differ from their defaults. Its scope follows from the name. */
export type DeclareArgs = Pick<DeclaredVariable, 'name'> & Partial<Omit<DeclaredVariable, 'name' | 'scope'>>;

export const declareVariable = defineWithArgs<DeclareArgs>({
  id: 'variable.declare',
  labelKey: 'editor.commands.variable.declare',
  section: 'variables',
  shortcut: null,
  context: 'both',
  canRun: () => true,
  run(state, { name, ...rest }) {
    const defaults = { label: '', kind: 'text', sample: '', optional: false } as const;
    return withVariables(state, [
      ...state.design.variables,
      { name, scope: scopeOf(name), ...defaults, ...rest },
    ]);
  },
});

export interface ChangeVariableArgs {
  name: string;
  properties: Partial<Omit<DeclaredVariable, 'name' | 'scope'>>;
  gesture?: string;
}

/** Changes kind, sample, label or whether a value is needed. A variable that is not declared yet is declared. */
export const changeVariable = defineWithArgs<ChangeVariableArgs>({
  id: 'variable.change',
  labelKey: 'editor.commands.variable.change',
  section: 'variables',
  shortcut: null,
  context: 'both',
  canRun: () => true,
  run(state, { name, properties }) {
    const { variables } = state.design;
    const at = variables.findIndex((variable) => variable.name === name);
    if (at < 0) return declareVariable.run(state, { ...properties, name });
    return withVariables(
      state,
      variables.with(at, { ...(variables[at] as DeclaredVariable), ...properties }),
    );
  },
  merge: (_, { gesture }) => inGesture(gesture),
});

export interface RenameVariableArgs {
  from: string;
  to: string;
}

/** Renames a variable in its declaration and wherever the design uses it. */
export const renameVariable = defineWithArgs<RenameVariableArgs>({
  id: 'variable.rename',
  labelKey: 'editor.commands.variable.rename',
  section: 'variables',
  shortcut: null,
  context: 'both',
  canRun: () => true,
  run: (state, { from, to }) =>
    from === to ? state : { ...state, design: withRenamedVariable(state.design, from, to), editing: null },
});

export interface RemoveVariableArgs {
  name: string;
}

/** Removes a declaration. Texts that use the variable keep it. */
export const removeVariable = defineWithArgs<RemoveVariableArgs>({
  id: 'variable.remove',
  labelKey: 'editor.commands.variable.remove',
  section: 'variables',
  shortcut: null,
  context: 'both',
  canRun: ({ design }) => design.variables.length > 0,
  run(state, { name }) {
    const left = state.design.variables.filter((variable) => variable.name !== name);
    return left.length === state.design.variables.length ? state : withVariables(state, left);
  },
});
