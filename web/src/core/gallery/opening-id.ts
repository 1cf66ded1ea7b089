/** Id of the scenario with which the Lab opens: its file name without the extension. */
export const OPENING_ID = 'weiner-usb';
