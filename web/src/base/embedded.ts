/** Whether the page stands in a frame of another page, which its address says: config.ts reads the rest of it. */
export const embedded = new URLSearchParams(window.location.search).has('embed');
