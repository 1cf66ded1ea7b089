/** Which part of the Results page is shown: the address after the `#`. */

/** A part of the page. */
export type Route =
  | { view: 'overview' }
  | { view: 'constants' }
  | { view: 'posting'; posting: string; table: string | null };

/** The part that an address means; the overview where it means none. */
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

/** The address of a part. */
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

/** A row of a table, or one of its figures, by their names. */
export interface RowPlace {
  posting: string;
  table: string;
  row: string;
  /** Rows of one name can have several. */
  workload: string;
  /** Only where one of the row’s figures is meant. */
  figure?: string | undefined;
}

/** The parameter of the Lab's address that says which row its scenario was opened from. */
export const ROW = 'row';

/** The address of a row on the Results page. */
export function rowHash({ posting, table, row, workload, figure }: RowPlace): string {
  const parts = [posting, table, row, workload, ...(figure === undefined ? [] : [figure])];
  return `#${parts.map(encodeURIComponent).join('/')}`;
}

/** The row that an address means; null where it means none. */
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
