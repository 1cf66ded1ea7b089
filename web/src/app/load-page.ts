/** Loads the components of a page whose static HTML is already shown. */

/** Waits for the page's module; if it cannot be loaded, replaces the static page with an error. */
export async function loadPage(module: Promise<unknown>): Promise<void> {
  try {
    await module;
  } catch (error) {
    console.error(error);
    const message = document.createElement('p');
    message.className = 'loading';
    message.setAttribute('role', 'alert');
    message.textContent =
      'The page could not be loaded. Check the connection to the server and reload the page.';
    document.getElementById('root')?.replaceChildren(message);
  }
}
