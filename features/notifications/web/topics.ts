/** The topics with which the bell and its drawer are read again. */
export const NOTICES = ['notifications']
