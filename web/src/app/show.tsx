/** Where the page's components stand. */
import { StrictMode, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';

const found = document.getElementById('root');
if (found === null) {
  throw new Error('index.html has no element with the id "root"');
}
const root = createRoot(found);

/** Shows a page. */
export function show(page: ReactElement): void {
  root.render(<StrictMode>{page}</StrictMode>);
}
