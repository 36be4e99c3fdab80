/** The events with which a drawn page tells that it is awake, and that it was given up: the browser draws the page itself. */
export const AWAKE = 'kerino:awake'
export const ENDED = 'kerino:ended'
