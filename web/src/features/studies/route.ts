/** The route of the Studies page: which of its views the part of the address after the `#` selects. */

/** A view of the page. */
export type Route =
  | { view: 'list' }
  /** A study of the gallery that comes with the app. */
  | { view: 'gallery'; id: string }
  /** A study whose whole document is in the address. */
  | { view: 'link'; link: string }
  /** A result that was opened from a file. */
  | { view: 'file' }
  /** The form for a new study. */
  | { view: 'form' }
  /** The search for the smallest machine; it starts from the scenario of a link to the Lab. */
  | { view: 'smallest'; link: string };

/** A route that shows one study. */
export type StudyRoute = Exclude<Route, { view: 'list' | 'form' | 'smallest' }>;

/** Whether a route shows one study. */
export function isOfStudy(route: Route): route is StudyRoute {
  return ['gallery', 'link', 'file'].includes(route.view);
}

const STUDY = 'study=';
const GALLERY = 'gallery=';
const SMALLEST = 'smallest=';

/** Returns the route of an address; the list of studies if the address is not valid. */
export function routeOf(hash: string): Route {
  const text = hash.replace(/^#/, '');
  if (text.startsWith(STUDY)) {
    return { view: 'link', link: text.slice(STUDY.length) };
  }
  if (text.startsWith(GALLERY)) {
    return { view: 'gallery', id: text.slice(GALLERY.length) };
  }
  if (text.startsWith(SMALLEST)) {
    return { view: 'smallest', link: text.slice(SMALLEST.length) };
  }
  return text === 'file' || text === 'form' ? { view: text } : { view: 'list' };
}

/** Returns the address of a route. */
export function hashOf(route: Route): string {
  switch (route.view) {
    case 'list':
      return '#';
    case 'gallery':
      return `#${GALLERY}${route.id}`;
    case 'link':
      return `#${STUDY}${route.link}`;
    case 'smallest':
      return `#${SMALLEST}${route.link}`;
    case 'file':
    case 'form':
      return `#${route.view}`;
  }
}

/** Returns the Lab's address for a combination of a study, at the moment at which its lanes begin to differ. */
export function labAddress(link: string): string {
  return `./?why#${link}`;
}

/** What this address does, for the tooltips of its links. */
export const OPENS_AT =
  'Computes both lanes to their end, then shows the moment at which they begin to differ';
