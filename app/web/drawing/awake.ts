/** The events with which a drawn page tells that it hears presses itself from now on, and that it is awake. */
export const LISTENING = 'kerino:listening'
export const AWAKE = 'kerino:awake'
