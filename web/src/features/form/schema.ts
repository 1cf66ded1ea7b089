/** The JSON Schema of the scenario as a form reads it: as the build writes it from the Rust types. */
import whole from '../../engine/generated/scenario.schema.json';

/** As much of JSON Schema as the document uses, and what the engine adds for forms (`x-…`). */
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
  /** Names of the fields in their order. */
  'x-order'?: readonly string[];
  'x-unit'?: string;
  /** Whose name a text is. */
  'x-of'?: string;
}

/** The schema of the whole document. */
export const scenarioSchema = whole as unknown as Schema;

/** A schema without references: what stands beside a reference is said of this place. */
export function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) {
    return schema;
  }
  const name = schema.$ref.replace('#/$defs/', '');
  const whole = { ...resolved(scenarioSchema.$defs?.[name] ?? {}), ...schema };
  delete whole.$ref;
  return whole;
}

/** What a field is, when it may also be left out. */
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

/** The JSON types of a schema. */
export function typesOf({ type }: Schema): readonly string[] {
  return type === undefined ? [] : typeof type === 'string' ? [type] : type;
}

/** Fields of a group in their order. */
export function fieldsOf({ properties = {}, 'x-order': order = [] }: Schema): [string, Schema][] {
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(properties).toSorted(([one], [other]) => rank(one) - rank(other));
}

/** The field by which the branches of a union are told apart, with their names; null where they are not groups. */
export function tagOf({ oneOf = [] }: Schema): { tag: string; names: readonly string[] } | null {
  const found = oneOf.map((branch) =>
    Object.entries(branch.properties ?? {}).find(([, field]) => field.const !== undefined),
  );
  const [first] = found;
  return first ? { tag: first[0], names: found.map((entry) => wordOf(entry?.[1].const)) } : null;
}

/** A plain value as a word; nothing for what is no plain value. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The branch of such a union. */
export function branchOf(schema: Schema, name: unknown): Schema | undefined {
  const tag = tagOf(schema)?.tag ?? '';
  return schema.oneOf?.find((branch) => branch.properties?.[tag]?.const === name);
}

/** Values to choose from, with what each is; null where any value may be. */
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

/** What a field stands for while it is not there; undefined: nothing. */
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

/** Text of a description on one line. */
export function aboutOf({ description = '' }: Schema): string {
  return description.replaceAll(/\s+/g, ' ').trim();
}

/** What a new thing is made of: names that it may refer to, and names that are taken. */
export interface Names {
  of: (kind: string) => readonly string[];
  unused: (field: string) => string;
}

/** A value to begin with: what must be there, and nothing else. */
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
