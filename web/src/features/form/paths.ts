/** Places in a JSON document, as the engine names them: `machine.zones[0].present_pages`. */

/** Keys and indices from the outermost in. */
export type Path = readonly (string | number)[];

/** The name of a place. */
export function nameOf(path: Path): string {
  return path.reduce<string>(
    (name, key) =>
      typeof key === 'number' ? `${name}[${key}]` : name === '' ? key : `${name}.${key}`,
    '',
  );
}

/** The place that a name means; null for `document` and what is no name of a place. */
export function pathOf(name: string): Path | null {
  if (name === 'document' || !/^[^.[\]`]+(?:\.[^.[\]`]+|\[\d+\])*$/.test(name)) {
    return null;
  }
  return [...name.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, key, index]) =>
    index === undefined ? (key ?? '') : Number(index),
  );
}

/** Whether something has fields. */
export function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at a place; undefined where nothing does. */
export function valueAt(document: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => {
    if (typeof key === 'number') {
      return Array.isArray(value) ? (value as unknown[])[key] : undefined;
    }
    return isGroup(value) ? value[key] : undefined;
  }, document);
}

/** The document with something else at a place; undefined takes the field out. All other parts are kept as they are. */
export function withValue(document: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) {
    return value;
  }
  if (typeof key === 'number') {
    const list = Array.isArray(document) ? [...(document as unknown[])] : [];
    list[key] = withValue(list[key], rest, value);
    return list;
  }
  const group = { ...(isGroup(document) ? document : {}) };
  const inside = withValue(group[key], rest, value);
  if (inside === undefined) {
    delete group[key];
  } else {
    group[key] = inside;
  }
  return group;
}
