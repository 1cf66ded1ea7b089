/** Which part of the Studies page is shown: the address after the `#`. */

/** A part of the page. */
export type Route =
  | { view: 'list' }
  /** A study that comes with the app. */
  | { view: 'gallery'; id: string }
  /** A study whose whole document is in the address. */
  | { view: 'link'; link: string }
  /** A result that was opened from a file. */
  | { view: 'file' }
  /** The form. */
  | { view: 'form' }
  /** The search of the smallest machine, from the scenario of a link to the Lab. */
  | { view: 'smallest'; link: string };

/** A part that shows one study. */
export type StudyRoute = Exclude<Route, { view: 'list' | 'form' | 'smallest' }>;

/** Whether a part shows one study. */
export function isOfStudy(route: Route): route is StudyRoute {
  return ['gallery', 'link', 'file'].includes(route.view);
}

const STUDY = 'study=';
const GALLERY = 'gallery=';
const SMALLEST = 'smallest=';

/** The part that an address means; the list where it means none. */
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

/** The address of a part. */
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

/** The address in the Lab of a combination, at the moment that shows why its lanes differ. */
export function labAddress(link: string): string {
  return `./?why#${link}`;
}
