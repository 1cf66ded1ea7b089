/**
 * Id of the scenario with which the Lab opens: its file name without the extension. It is not in gallery.ts, because the
 * Studies page uses it too, and must not load the Lab.
 */
export const OPENING_ID = 'weiner-usb';
