/** The files of published figures, which lie beside the app. */

/** Their names, oldest posting first; what was measured for this project comes last. */
export const POSTING_FILES = [
  'gorman-2010',
  'gorman-2011',
  'weiner-2011',
  'hansen-2013',
  'kim-2014',
  'real-kernel',
] as const;

/** The texts of all files, in their order. */
export function fetchPostings(): Promise<string[]> {
  return Promise.all(
    POSTING_FILES.map(async (name) => {
      const response = await fetch(new URL(`published/${name}.json`, document.baseURI));
      if (!response.ok) {
        const why = `${response.status} ${response.statusText}`.trim();
        throw new Error(`The figures of ${name} could not be loaded (${why})`);
      }
      return response.text();
    }),
  );
}
