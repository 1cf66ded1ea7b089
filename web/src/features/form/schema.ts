/** The JSON Schema of the scenario, as a form reads it; the build generates it from the Rust types. */
import whole from '../../engine/generated/scenario.schema.json';

/** The part of JSON Schema that the document uses, and the engine's additions for forms (`x-…`). */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | readonly string[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: unknown;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  const?: unknown;
  enum?: readonly unknown[];
  title?: string;
  description?: string;
  default?: unknown;
  examples?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  /** Names of the fields in order. */
  'x-order'?: readonly string[];
  'x-unit'?: string;
  /** The kind of names from which a text is chosen, such as `devices`. */
  'x-of'?: string;
}

/** The schema of the whole document. */
export const scenarioSchema = whole as unknown as Schema;

/** Resolves a reference; properties next to the reference override those of its target. */
export function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) {
    return schema;
  }
  const name = schema.$ref.replace('#/$defs/', '');
  const whole = { ...resolved(scenarioSchema.$defs?.[name] ?? {}), ...schema };
  delete whole.$ref;
  return whole;
}

/** Returns the schema of a field's value, and whether the field is optional. */
export function present(schema: Schema): { schema: Schema; optional: boolean } {
  const { anyOf, ...beside } = resolved(schema);
  if (anyOf?.some(isNull)) {
    const [meant = {}] = anyOf.filter((branch) => !isNull(branch));
    return { schema: { ...resolved(meant), ...beside }, optional: true };
  }
  const whole = anyOf ? { ...beside, anyOf } : beside;
  return { schema: whole, optional: typesOf(whole).includes('null') };
}

function isNull(schema: Schema): boolean {
  return schema.type === 'null';
}

/** Returns the JSON types of a schema. */
export function typesOf({ type }: Schema): readonly string[] {
  return type === undefined ? [] : typeof type === 'string' ? [type] : type;
}

/** Returns the fields of a group in order. */
export function fieldsOf({ properties = {}, 'x-order': order = [] }: Schema): [string, Schema][] {
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(properties).toSorted(([one], [other]) => rank(one) - rank(other));
}

/**
 * Returns the field that distinguishes the branches of a union, with its values; null if the branches are not groups.
 */
export function tagOf({ oneOf = [] }: Schema): { tag: string; names: readonly string[] } | null {
  const found = oneOf.map((branch) =>
    Object.entries(branch.properties ?? {}).find(([, field]) => field.const !== undefined),
  );
  const [first] = found;
  return first ? { tag: first[0], names: found.map((entry) => wordOf(entry?.[1].const)) } : null;
}

/** Returns a plain value as text; empty for any other value. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns the branch of a union whose distinguishing field has this value. */
export function branchOf(schema: Schema, name: unknown): Schema | undefined {
  const tag = tagOf(schema)?.tag ?? '';
  return schema.oneOf?.find((branch) => branch.properties?.[tag]?.const === name);
}

/** Returns the values to choose from, with descriptions; null if any value is allowed. */
export function choicesOf(schema: Schema): { value: unknown; about: string }[] | null {
  if (schema.enum) {
    return schema.enum.map((value) => ({ value, about: '' }));
  }
  const constants = schema.oneOf?.flatMap((branch) => {
    const { description: about = '' } = branch;
    const all = branch.const === undefined ? (branch.enum ?? []) : [branch.const];
    return all.map((value) => ({ value, about }));
  });
  return constants && constants.length > 0 ? constants : null;
}

/** Returns the default of a field; undefined if there is none. */
export function absentValue(schema: Schema): unknown {
  if (schema.default !== undefined) {
    return schema.default;
  }
  const { optional } = present(schema);
  if (optional) {
    return undefined;
  }
  const types = typesOf(schema);
  return types.includes('integer') ? 0 : types.includes('boolean') ? false : undefined;
}

/** Titles of all fields of the document, by name. */
const TITLES = new Map(titled(scenarioSchema));

function titled(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const { properties = {} } = value as Schema;
  const own = Object.entries(properties).flatMap(([name, { title }]): [string, string][] =>
    title === undefined ? [] : [[name, title]],
  );
  return [...own, ...Object.values(value).flatMap(titled)];
}

/** Returns the description on one line, with the titles of other fields in place of their names in the document. */
export function aboutOf({ description = '' }: Schema): string {
  return description
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/`(?:\w+\.)?(\w+)`/g, (code, name: string) => {
      const title = TITLES.get(name);
      return title === undefined ? code : `“${title}”`;
    })
    .trim();
}

/** Names for a new item: the names to which it may refer, and a name that is not used yet. */
export interface Names {
  of: (kind: string) => readonly string[];
  unused: (field: string) => string;
}

/** Returns an initial value with the required fields only. */
export function initial(schema: Schema, names: Names, field = ''): unknown {
  const { schema: meant } = present(schema);
  const of = meant['x-of'];
  const tagged = tagOf(meant);
  if (tagged) {
    return initial(meant.oneOf?.[0] ?? {}, names);
  }
  if (of !== undefined && typesOf(meant)[0] !== 'object') {
    return names.of(of)[0] ?? '';
  }
  const [choice] = choicesOf(meant) ?? [];
  const given = meant.const ?? meant.default ?? meant.examples?.[0] ?? choice?.value;
  if (given !== undefined) {
    return given;
  }
  switch (typesOf(meant)[0]) {
    case 'object': {
      const must = new Set(meant.required);
      const fields = fieldsOf(meant).filter(([name]) => must.has(name));
      return Object.fromEntries(
        fields.map(([name, inside]) => [name, initial(inside, names, name)]),
      );
    }
    case 'array':
      return [];
    case 'integer':
      return meant.minimum ?? 0;
    case 'boolean':
      return false;
    default:
      return names.unused(field);
  }
}
