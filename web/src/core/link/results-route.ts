/** Route of the Results page: the part of the address after the `#`. */

/** A part of the Results page. */
export type Route =
  | { view: 'overview' }
  | { view: 'constants' }
  | { view: 'posting'; posting: string; table: string | null };

/** Parses a route; returns the overview if it is unknown. */
export function routeOf(hash: string): Route {
  const [name = '', table] = hash.replace(/^#/, '').split('/').map(decoded);
  if (name === '' || name === 'overview') {
    return { view: 'overview' };
  }
  if (name === 'constants') {
    return { view: 'constants' };
  }
  return {
    view: 'posting',
    posting: name,
    table: table === undefined || table === '' ? null : table,
  };
}

/** Returns the hash of a route. */
export function hashOf(route: Route): string {
  switch (route.view) {
    case 'overview':
    case 'constants':
      return `#${route.view}`;
    case 'posting': {
      const parts = route.table === null ? [route.posting] : [route.posting, route.table];
      return `#${parts.map(encodeURIComponent).join('/')}`;
    }
  }
}

/** Names a row of a table, or one of its figures. */
export interface RowPlace {
  posting: string;
  table: string;
  row: string;
  /** Rows with the same name can have different workloads. */
  workload: string;
  /** Set only if this names a figure of the row, not the row itself. */
  figure?: string | undefined;
}

/** The parameter of the Lab's address that names the row from which the scenario was opened. */
export const ROW = 'row';

/** Returns the row that the query of a Lab address names, as in the address of the Results page; null if there is none. */
export function rowShown(search: string): string | null {
  const [, place = ''] = new RegExp(`[?&]${ROW}=([^&]*)`).exec(search) ?? [];
  // In older links the value is percent-encoded once more, so it has no slash.
  return place.includes('/') ? place : new URLSearchParams(search).get(ROW);
}

/** Returns the address of a row on the Results page. */
export function rowHash({ posting, table, row, workload, figure }: RowPlace): string {
  const parts = [posting, table, row, workload, ...(figure === undefined ? [] : [figure])];
  return `#${parts.map(encodeURIComponent).join('/')}`;
}

/** Parses the address of a row; null if it is not one. */
export function rowOf(hash: string): RowPlace | null {
  const [posting = '', table = '', row = '', workload, figure] = hash
    .replace(/^#/, '')
    .split('/')
    .map(decoded);
  return workload === undefined ? null : { posting, table, row, workload, figure };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
