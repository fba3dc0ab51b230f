import type { z } from 'zod';

/** One environment variable: description, schema and default. */
export interface Variable<Schema extends z.ZodType = z.ZodType> {
  about: string;
  /** Parses the text of the variable, or `undefined` when it is unset and has no default. */
  schema: Schema;
  /** The text that is parsed when the variable is unset or empty. */
  default?: string;
  /** A value to show in `.env.example` where there is no default. */
  example?: string;
}

/** The variables of one service, by name. The order is the order of `.env.example`. */
export type Variables = Record<string, Variable>;

/** The parsed values, under the variables' own names. */
export type ConfigOf<Table extends Variables> = {
  readonly [Name in keyof Table]: z.output<Table[Name]['schema']>;
};

export type Environment = Record<string, string | undefined>;

/** All problems of a configuration, so that an operator can fix them at once. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Parses a service's configuration. An empty variable counts as unset; an invalid value is an error even when there is
 * a default. Throws ConfigError with every problem; it never contains a value, which may be secret.
 */
export function readConfig<const Table extends Variables>(table: Table, env: Environment): ConfigOf<Table> {
  const problems: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(table)) {
    const given = env[name]?.trim();
    const text = given === undefined || given === '' ? variable.default : given;
    const parsed = variable.schema.safeParse(text);
    if (parsed.success) config[name] = parsed.data;
    else if (text === undefined) problems.push(`${name} is required: ${variable.about}`);
    else
      problems.push(`${name} ${[...new Set(parsed.error.issues.map((issue) => issue.message))].join('; ')}`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config) as ConfigOf<Table>;
}

/** One row of a configuration's documentation. */
export interface VariableRow {
  name: string;
  about: string;
  default: string | undefined;
  example: string | undefined;
  required: boolean;
}

/** Every variable of a table, for `.env.example` and the documentation for operators. */
export function listVariables(table: Variables): VariableRow[] {
  return Object.entries(table).map(([name, variable]) => ({
    name,
    about: variable.about,
    default: variable.default,
    example: variable.example,
    required: variable.default === undefined && !variable.schema.safeParse(undefined).success,
  }));
}

/** What `.env.example` says that the tables of the services do not. */
export interface ExampleOptions {
  /** Names that must be set. Default: those that the tables require. */
  required?: ReadonlySet<string>;
  /** Values that take precedence over the tables' defaults and examples. */
  values?: Readonly<Record<string, string>>;
  /** What sets a variable when the operator does not; its line is commented out. */
  setBy?: Readonly<Record<string, string>>;
}

/**
 * The text of `.env.example` for several services: each variable once, in order of first appearance, with the names
 * of the services that read it. Throws when two tables describe one variable differently.
 */
export function envExample(services: Record<string, Variables>, options: ExampleOptions = {}): string {
  const rows = new Map<string, VariableRow & { services: string[] }>();
  for (const [service, table] of Object.entries(services)) {
    for (const row of listVariables(table)) {
      const seen = rows.get(row.name);
      if (seen === undefined) rows.set(row.name, { ...row, services: [service] });
      else if (seen.about !== row.about || seen.default !== row.default) {
        throw new Error(`${row.name} is described differently by ${seen.services.join(', ')} and ${service}`);
      } else {
        seen.services.push(service);
        seen.required ||= row.required;
      }
    }
  }
  const blocks = [...rows.values()].map((row) => {
    const { name } = row;
    const isRequired = options.required?.has(name) ?? row.required;
    const setBy = options.setBy?.[name];
    const value = options.values?.[name] ?? row.default ?? row.example ?? '';
    const everywhere = row.services.length > 1 && row.services.length === Object.keys(services).length;
    const remarks = [
      ...(isRequired ? ['required'] : []),
      ...(setBy === undefined ? [] : [`set by ${setBy}`]),
    ];
    const readers = `Read by ${everywhere ? 'all services' : row.services.join(', ')}`;
    return [
      `# ${row.about}`,
      `# ${remarks.length > 0 ? `${readers}; ${remarks.join(', ')}.` : `${readers}.`}`,
      `${isRequired && setBy === undefined ? '' : '# '}${name}=${value}`,
    ].join('\n');
  });
  return `${blocks.join('\n\n')}\n`;
}
