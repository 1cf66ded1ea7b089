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

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
