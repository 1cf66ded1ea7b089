/** Id of the scenario that the Lab opens with: the stem of its file, as of all of them. */
export const OPENING_ID = 'weiner-usb';
